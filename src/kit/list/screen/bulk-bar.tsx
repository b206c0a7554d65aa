import { Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { formatNumber } from '../../text/format.ts'
import type { Selection } from '../query/selection.ts'

interface Props {
  selection: Selection
  onDelete: (() => void) | null
  /** Bulk actions of the screen, each behind its permission. */
  children?: ReactNode
}

/** Actions for the selected rows, at the lower edge within reach of a thumb. */
export function BulkBar({ selection, onDelete, children }: Props) {
  const count = selection.rows.length
  return (
    <div
      role="toolbar"
      data-bulk=""
      aria-label={t('list.bulk')}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar)+0.75rem)] z-30 mx-auto flex w-max max-w-[calc(100vw-1rem)] flex-wrap items-center gap-2 rounded-xl bg-popover p-2 shadow-floating animate-appear"
    >
      <span className="px-2 text-sm font-medium tabular-nums" aria-live="polite">
        {t('list.selected', { count: formatNumber(count) })}
      </span>
      <Button variant="quiet" size="icon" aria-label={t('list.clearSelection')} onClick={selection.clear}>
        <X />
      </Button>
      {children}
      {onDelete && (
        <Button variant="destructive" aria-haspopup="dialog" onClick={onDelete}>
          <Trash2 />
          {t('list.delete')}
        </Button>
      )}
    </div>
  )
}
