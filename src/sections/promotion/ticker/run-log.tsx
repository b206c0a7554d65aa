import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/format.ts'
import { HistorySkeleton } from '#console/kit/history/history-skeleton.tsx'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import { Button } from '#console/ui/button.tsx'
import type { RowOf } from '#contract/kit/field.ts'
import { firstPage } from '#contract/kit/list-query.ts'
import type { Page } from '#contract/kit/paging.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { tickerLog, type tickerRun, tickerRuntime } from '#contract/sections/promotion/ticker.ts'
import { formatRunTime } from './run-time.ts'

type Run = RowOf<typeof tickerRun>
const step = 10

/** Read anew with every version of the ticker: a switch is a change of it. */
function useRuns({ ref, version }: AnyRow, size: number) {
  return useQuery({
    queryKey: queryKeys.call(tickerLog.name, { ref, version, size }),
    queryFn: async ({ signal }) => {
      const params = { id: ref }
      const [log, total] = await Promise.all([
        request<Omit<Page<Run>, 'total_record'>>(tickerLog, { params, list: { ...firstPage, size }, signal }),
        request<{ TotalRuntime: number }>(tickerRuntime, { params, signal }),
      ])
      return { runs: log.data, more: log.next_page > 0, total: total.TotalRuntime }
    },
    placeholderData: keepPreviousData,
  })
}

function RunLine({ run }: { run: Run }) {
  const by = (name: string | null) => (name ? <span className="text-muted-foreground"> · {name}</span> : null)
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-0.5 py-2 text-sm tabular-nums sm:grid-cols-[1fr_1fr_8rem]">
      <span>
        <time dateTime={run.on_at}>{formatDateTime(run.on_at)}</time>
        {by(run.on_by)}
      </span>
      {run.off_at ? (
        <span>
          <time dateTime={run.off_at}>{formatDateTime(run.off_at)}</time>
          {by(run.off_by)}
        </span>
      ) : (
        <span>
          <StatusBadge value="active" label={t('ticker.runs.now')} tone="good" />
        </span>
      )}
      <span className="sm:text-end">{formatRunTime(run.seconds)}</span>
    </li>
  )
}

/** When the ticker was on, who switched it, and how long it ran within its window. */
export function RunLog({ record }: { record: AnyRow }) {
  useLocale()
  const [size, setSize] = useState(step)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useRuns(record, size)
  const offline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  return (
    <section className="flex flex-col gap-2 border-t pt-5 sm:col-span-2">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm font-semibold">{t('ticker.runs')}</h2>
        {data && <p className="text-sm tabular-nums">{t('ticker.runs.total', { time: formatRunTime(data.total) })}</p>}
      </header>
      {!data && (error || offline) && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
          {offline ? t('ticker.runs.offline') : (error?.message ?? t('app.wrong'))}
          <Button size="small" onClick={() => void refetch()}>
            {t('list.retry')}
          </Button>
        </p>
      )}
      {!data && !error && !offline && <HistorySkeleton />}
      {data && data.runs.length === 0 && <p className="text-sm text-muted-foreground">{t('ticker.runs.empty')}</p>}
      {data && data.runs.length > 0 && (
        <ol className="divide-y">
          {data.runs.map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
        </ol>
      )}
      {data?.more && (
        <Button size="small" className="self-start" disabled={isPlaceholderData} onClick={() => setSize(size + step)}>
          {t('ticker.runs.older')}
        </Button>
      )}
    </section>
  )
}
