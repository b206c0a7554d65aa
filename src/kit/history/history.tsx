import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { getConfig } from '#console/data/config.ts'
import { inBackOffice } from '#console/data/outbox/build-request.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { HistoryEntry } from '#contract/kit/history.ts'
import { firstPage } from '#contract/kit/list-query.ts'
import type { Page } from '#contract/kit/paging.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { Entry } from './entry.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { restoreVersion } from './restore-version.ts'

const step = 20

/** Read anew with every version of the record. */
function useHistory(section: Section, { ref, version }: AnyRow, size: number) {
  const call = sectionCall(section, 'history')
  return useQuery({
    queryKey: queryKeys.call(call.name, { ref, version, size }),
    queryFn: ({ signal }) => {
      const wire = getConfig().backOffice ? inBackOffice(call, section) : call
      return request<Omit<Page<HistoryEntry>, 'total_record'>>(wire, { params: { id: ref }, list: { ...firstPage, size }, signal })
    },
    placeholderData: keepPreviousData,
  })
}

function Restore({ section, record, entry }: Omit<Props, 'mayRestore'> & { entry: HistoryEntry }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="small"
      className="ms-auto"
      busy={busy}
      onClick={() => {
        setBusy(true)
        void restoreVersion(section, record, entry).finally(() => setBusy(false))
      }}
    >
      {t('history.restoreVersion')}
    </Button>
  )
}

interface Props {
  section: Section
  record: AnyRow
  /** Whether this person may save an earlier version again. */
  mayRestore: boolean
}

/** Who changed the record when, and which fields from what to what, newest first. */
export function History({ section, record, mayRestore }: Props) {
  useLocale()
  const [size, setSize] = useState(step)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useHistory(section, record, size)
  const offline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  if (!data && (error || offline)) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-3 py-2 text-sm text-muted-foreground">
        <p>{offline ? t('history.offline') : (error?.message ?? t('app.wrong'))}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('list.retry')}
        </Button>
      </div>
    )
  }
  if (!data) return <HistorySkeleton />
  if (!data.data.length) return <p className="py-2 text-sm text-muted-foreground">{t('history.empty')}</p>
  return (
    <>
      <ol className="grid gap-5 border-s ps-4">
        {data.data.map((entry) => (
          <Entry
            key={entry.id}
            section={section}
            entry={entry}
            action={mayRestore && entry.version != null && entry.version !== record.version && <Restore {...{ section, record, entry }} />}
          />
        ))}
      </ol>
      {data.next_page > 0 && (
        <Button size="small" className="mt-4" disabled={isPlaceholderData} onClick={() => setSize(size + step)}>
          {t('history.older')}
        </Button>
      )}
    </>
  )
}
