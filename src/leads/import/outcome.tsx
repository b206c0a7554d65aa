import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import type { ImportDetail, ImportSummary } from '#contract/leads/lead-import.ts'
import { Count } from './frame.tsx'

/** Result of an import in numbers. */
export function Counts({ so, leftOut }: { so: ImportSummary; leftOut: number }) {
  const undone = so.state === 'undone' || so.state === 'undoing'
  return (
    <dl className="flex flex-wrap gap-2" data-import-result={so.state}>
      <Count label={t('import.created')} value={so.created} />
      <Count label={t('import.updated')} value={so.updated} />
      <Count label={t('import.skipped')} value={so.skipped} />
      <Count label={t('import.failed')} value={so.failed} tone={so.failed ? 'text-danger-text' : ''} />
      {leftOut > 0 && <Count label={t('import.badRows')} value={leftOut} tone="text-danger-text" />}
      {undone && <Count label={t('import.undone')} value={so.undone} />}
      {undone && <Count label={t('import.kept')} value={so.kept} />}
    </dl>
  )
}

/** Leads that an undo kept, because they were changed or deleted since. */
export function UnchangedLeads({ so }: { so: ImportDetail }) {
  if (so.kept_leads.length === 0) return null
  return (
    <section className="rounded-xl border bg-card p-4" aria-labelledby="import-kept">
      <h2 id="import-kept" className="text-sm font-semibold">
        {t('import.keptTitle')}
      </h2>
      <ul className="mt-2 max-h-72 overflow-y-auto text-sm">
        {so.kept_leads.map(({ ref, name, row, gone }) => (
          <li key={ref} className="flex min-h-9 items-center gap-3 touch:min-h-11" data-kept-lead={ref}>
            <span className="w-16 shrink-0 text-xs tabular-nums text-muted-foreground">{t('import.rowNumber', { row })}</span>
            {gone ? (
              <span className="text-muted-foreground">{t('import.gone')}</span>
            ) : (
              <Link {...editLink('leads', ref)} className="truncate text-primary-text underline-offset-4 hover:underline">
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
