import { CloudOff, Inbox, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { RetryButton } from '../deferred-parts.ts'
import * as look from '../query/classes.ts'
import type { Column } from '../query/columns.ts'

const widths = ['w-32', 'w-24', 'w-40', 'w-20', 'w-28']
const Bar = ({ index }: { index: number }) => (
  <span className={`block h-3 max-w-full animate-pulse rounded bg-muted motion-reduce:animate-none ${widths[index % widths.length]}`} />
)

/** Placeholder rows until the first response. */
export function Skeleton({ columns, size, cards }: { columns: readonly Column[]; size: number; cards: boolean }) {
  const rows = Array.from({ length: Math.min(size, 12) }, (_, index) => `row-${index}`)
  if (cards) {
    return (
      <div aria-hidden="true" className="divide-y border-y bg-card" data-skeleton>
        {rows.map((row, index) => (
          <div key={row} className="flex h-16 flex-col justify-center gap-3 px-4">
            <Bar index={index} />
            <Bar index={index + 2} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className="overflow-hidden" aria-hidden="true" data-skeleton>
      <table className="w-full border-separate border-spacing-0">
        <tbody>
          <tr>
            <td className={look.head} colSpan={columns.length + 1} />
          </tr>
          {rows.map((row, y) => (
            <tr key={row} className="h-row">
              {columns.map((column, x) => (
                <td key={column.name} className={look.cell}>
                  <Bar index={x + y} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 border-y px-6 py-16 text-center">
      <span aria-hidden="true" className="grid size-12 place-items-center rounded-full bg-muted text-muted-foreground">
        {icon}
      </span>
      <p className="text-sm font-medium">{title}</p>
      {children}
    </div>
  )
}

/** 'No Data Found.' (docs/product/lists.md#table), with a button to clear the filter. */
export function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Notice icon={<Inbox className="size-5" />} title={t('list.empty')}>
      {filtered && <Button onClick={onClear}>{t('list.clearFilters')}</Button>}
    </Notice>
  )
}

export function Failed({ message, offline, onRetry }: { message: string; offline: boolean; onRetry: () => void }) {
  const Icon = offline ? CloudOff : TriangleAlert
  return (
    <Notice icon={<Icon className="size-5" />} title={offline ? t('list.offline') : message}>
      {offline && <p className="max-w-sm text-sm text-muted-foreground">{t('list.offlineHint')}</p>}
      <Suspense>
        <RetryButton onRetry={onRetry} />
      </Suspense>
    </Notice>
  )
}
