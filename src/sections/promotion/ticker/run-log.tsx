import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { CallTable } from '#console/kit/list/screen/call-list.tsx'
import type { SmallColumn } from '#console/kit/list/small-table.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { tickerLog, type tickerRun, tickerRuntime } from '#contract/sections/promotion/ticker.ts'
import { formatRunTime } from './run-time.ts'

type Run = RowOf<typeof tickerRun>
/** Refetched at every version of the ticker: a switch changes it. */
const useTotal = ({ ref, version }: AnyRow) =>
  useQuery({
    queryKey: queryKeys.call(tickerRuntime.name, { ref, version }),
    queryFn: ({ signal }) => request<{ TotalRuntime: number }>(tickerRuntime, { params: { id: ref }, signal }),
    placeholderData: keepPreviousData,
  }).data?.TotalRuntime

function Moment({ at, by }: { at: string; by: string | null }) {
  return (
    <span>
      <time dateTime={at}>{formatDateTime(at)}</time>
      {by && <span className="text-muted-foreground"> · {by}</span>}
    </span>
  )
}

const columnsOf = (): readonly SmallColumn<Run>[] => [
  { name: 'on', head: t('ticker.runs.on'), cell: (run) => <Moment at={run.on_at} by={run.on_by} /> },
  {
    name: 'off',
    head: t('ticker.runs.off'),
    cell: (run) =>
      run.off_at ? <Moment at={run.off_at} by={run.off_by} /> : <StatusBadge value="active" label={t('ticker.runs.now')} tone="good" />,
  },
  { name: 'time', head: t('ticker.runs.time'), cell: (run) => formatRunTime(run.seconds), align: 'end' },
]

/** When the ticker was on, who switched it, and its running time within its window. */
export function RunLog({ record }: { record: AnyRow }) {
  useLocale()
  const total = useTotal(record)
  const texts = { offline: t('ticker.runs.offline'), empty: t('ticker.runs.empty'), more: t('ticker.runs.older') }
  return (
    <section className="flex flex-col gap-2 border-t pt-5 sm:col-span-2">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm font-semibold">{t('ticker.runs')}</h2>
        {total !== undefined && <p className="text-sm tabular-nums">{t('ticker.runs.total', { time: formatRunTime(total) })}</p>}
      </header>
      <CallTable<Run> call={tickerLog} record={record} step={10} columns={columnsOf()} texts={texts} />
    </section>
  )
}
