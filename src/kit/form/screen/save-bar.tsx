import { Link } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { setSaveBarHeight } from '#console/ui/hooks/save-bar-height.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { addLink } from '../../text/section-link.ts'
import { countShown } from '../values/shown-errors.ts'

interface Props {
  section: Section
  record: AnyRow | null
  writable: boolean
  mayDelete: boolean
  mayDuplicate: boolean
  busy: boolean
  /** Upload progress, 0-100. */
  percent: number | undefined
  /** Null where there is nothing to go back to or reset. */
  onCancel: (() => void) | null
  onDeleted: () => void
  /** Content that is always visible. */
  summary?: ReactNode
}

/** Tells messages the bar's height, so that none covers it. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    const watcher = new ResizeObserver(() => setSaveBarHeight(current.offsetHeight))
    watcher.observe(current)
    return () => {
      watcher.disconnect()
      setSaveBarHeight(0)
    }
  }, [])
  return bar
}

/** Fields with a shown problem. Apart, so that a field that is left draws no more than this. */
function ProblemCount() {
  const { errors, touchedFields, submitCount } = useFormState()
  const count = countShown(errors, touchedFields, submitCount > 0)
  return count > 0 && t('kit.problems', { count })
}

/** Save, cancel and delete, always within a thumb's reach, below the section's summary. */
export function SaveBar({ section, record, writable, mayDelete, mayDuplicate, busy, percent, onCancel, onDeleted, summary }: Props) {
  const bar = useBarHeight()
  async function remove() {
    if (!record) return
    const { askAndRemove } = await import('../../actions/ask-and-remove.ts')
    if (await askAndRemove(section, [record])) onDeleted()
  }

  return (
    <div ref={bar} className="sticky bottom-(--bottom-bar) z-20 border-t bg-background/95 backdrop-blur">
      {summary}
      <div className="flex items-center gap-2 px-4 py-3">
        {record && mayDelete && (
          <Button variant="quiet" className="text-danger-text" aria-label={t('list.delete')} onClick={() => void remove()}>
            <Trash2 />
            <span className="max-sm:sr-only">{t('list.delete')}</span>
          </Button>
        )}
        {record && mayDuplicate && (
          <Link
            {...addLink(section.name, { copy: record.ref })}
            aria-label={t('kit.duplicate')}
            className={buttonClass({ variant: 'quiet' })}
          >
            <Copy />
            <span className="max-sm:sr-only">{t('kit.duplicate')}</span>
          </Link>
        )}
        {percent !== undefined && (
          <span role="status" className="ms-auto min-w-0 truncate text-sm text-muted-foreground tabular-nums">
            {t('kit.uploading', { percent })}
          </span>
        )}
        <span aria-live="polite" className="ms-auto min-w-0 truncate text-sm text-danger-text">
          {writable && <ProblemCount />}
        </span>
        {onCancel && <Button onClick={onCancel}>{t(writable ? 'list.cancel' : 'kit.backToList')}</Button>}
        {writable && (
          <Button type="submit" variant="primary" busy={busy}>
            {t('kit.save')}
          </Button>
        )}
      </div>
    </div>
  )
}
