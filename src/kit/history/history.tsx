import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { getConfig } from '#console/data/config.ts'
import { inBackOffice } from '#console/data/outbox/build-request.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { Changes, HistoryEntry } from '#contract/kit/history.ts'
import { firstPage } from '#contract/kit/list-query.ts'
import type { Page } from '#contract/kit/paging.ts'
import { type AnyRow, fieldOf, type Section } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { formatDateTime } from '../format.ts'
import { fieldLabel } from '../labels.ts'
import { Change } from './change.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'

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

/** Who changed the record when, and which fields from what to what, newest first. */
export function History({ section, record }: { section: Section; record: AnyRow }) {
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
          <Entry key={entry.id} section={section} entry={entry} />
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

/** As the form has them; the database keeps no order. */
function inOrder(section: Section, changes: Changes) {
  const place = new Map(Object.keys(section.fields).map((name, index) => [name, index]))
  return Object.entries(changes).sort(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
}

function Entry({ section, entry }: { section: Section; entry: HistoryEntry }) {
  return (
    <li className="relative grid gap-2 text-sm before:absolute before:-start-[1.3125rem] before:top-1.5 before:size-2 before:rounded-full before:bg-border">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{t(`history.${entry.action}`, { by: entry.created_by ?? t('history.system') })}</span>
        <time dateTime={entry.created_at} className="text-xs text-muted-foreground tabular-nums">
          {formatDateTime(entry.created_at)}
        </time>
      </p>
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(8rem,12rem)_1fr]">
        {inOrder(section, entry.changes).map(([name, [from, to]]) => (
          <div key={name} className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-muted-foreground">{fieldLabel(name, fieldOf(section, name))}</dt>
            <dd className="min-w-0 break-words">
              <Change field={fieldOf(section, name)} from={from} to={to} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
