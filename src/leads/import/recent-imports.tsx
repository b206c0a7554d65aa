import { useEffect, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useConnection } from '#console/data/api/connection.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Badge } from '#console/ui/badge.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { ImportDetail, ImportSummary } from '#contract/leads/lead-import.ts'
import { recentImports } from './calls.ts'
import { UnchangedLeads } from './outcome.tsx'
import { UndoButton } from './undo-button.tsx'

interface ItemProps {
  so: ImportSummary
  onChange: (so: ImportDetail) => void
}

function Item({ so, onChange }: ItemProps) {
  const [detail, setDetail] = useState<ImportDetail | null>(null)
  const changed = (next: ImportDetail) => {
    setDetail(next)
    onChange(next)
  }
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3 first:border-0" data-import={so.ref}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <bdi className="min-w-0 truncate font-medium">{so.file_name}</bdi>
        <Badge tone={so.state === 'undone' ? 'outline' : so.state === 'done' ? 'accent' : 'warning'}>{t(`import.state.${so.state}`)}</Badge>
      </div>
      <p className="text-xs text-muted-foreground">
        {t('import.by', { at: formatDateTime(so.created_at), by: so.created_by ?? '–' })}
        {' · '}
        {so.state === 'undone'
          ? t('import.sumUndone', { undone: so.undone, kept: so.kept })
          : t('import.sum', { created: so.created, updated: so.updated, skipped: so.skipped, failed: so.failed })}
      </p>
      <UndoButton so={so} onChange={changed} />
      {detail && <UnchangedLeads so={detail} />}
    </li>
  )
}

/** Imports of the last seven days, with undo where possible. */
export function RecentImports() {
  const [list, setList] = useState<ImportSummary[] | null>(null)
  const [words, setMessage] = useState<string | null>(null)
  const connection = useConnection()
  useEffect(() => {
    let there = true
    if (connection !== 'online') return setMessage(t('connection.none'))
    recentImports().then(
      (found) => {
        if (!there) return
        setList(found)
        setMessage(null)
      },
      (error: unknown) =>
        there && setMessage(error instanceof ApiError && !error.offline ? localised(error.message) : t('connection.none')),
    )
    return () => {
      there = false
    }
  }, [connection])
  const change = (so: ImportDetail) => setList((old) => old?.map((each) => (each.ref === so.ref ? so : each)) ?? null)
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className="mb-2 text-sm font-medium text-muted-foreground">
        {t('import.recent')}
      </h2>
      {words && (
        <p role="status" className="text-sm text-muted-foreground">
          {words}
        </p>
      )}
      {!list && !words && <Skeleton className="h-20" />}
      {list?.length === 0 && <p className="text-sm text-muted-foreground">{t('import.noRecent')}</p>}
      {list && list.length > 0 && (
        <ul className="overflow-hidden rounded-xl border bg-card">
          {list.map((so) => (
            <Item key={so.ref} so={so} onChange={change} />
          ))}
        </ul>
      )}
    </section>
  )
}
