import { type Query, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { ChartUnit, Span } from '#contract/kit/report/period.ts'
import { namedReportCalls, type Report, type ReportCallName } from '#contract/kit/report/report.ts'
import { type ReportPart, type ReportState, readReportState, writeReportState } from './report-state.ts'

/** A row, a total or a point: dimensions and measures by name. */
export type Values = Readonly<Record<string, unknown>>
export type Total = Values & Span & { previous: (Values & Span) | null }
export type Point = Values & Span
export interface ChartPoints extends Span {
  unit: ChartUnit
  points: readonly Point[]
  previous: readonly Point[] | null
}

/** Whether every number of a total is missing: none is 0, which is a number. */
export const isEmptyTotal = ({ measures }: Pick<Report, 'measures'>, total: Total): boolean =>
  Object.keys(measures).every((name) => total[name] === null || total[name] === undefined)

/** Whether there is nothing to show of a read, and nothing on its way. */
export const isUnread = ({ data, isError, fetchStatus }: Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus'>): boolean =>
  data === undefined && (isError || fetchStatus === 'paused')

type Asked = Pick<ReportState, 'choice' | 'isCompared' | 'list'>
type Named = Exclude<ReportCallName, 'export'>

async function read<T>(report: Report, name: Named, { choice, isCompared, list }: Asked, signal: AbortSignal): Promise<T> {
  const call = namedReportCalls(report)[name]
  if (!call) throw new Error(`${report.name} has no ${name}`)
  return request<T>(call, { list, query: { ...choice, ...(isCompared && { compare: true }) }, signal })
}

/** What all reads of reports have in common. */
const common = (report: Report, name: Named, state: Asked) => ({
  queryKey: [...queryKeys.lists(report.name), name, writeReportState(state)] as const,
  enabled: namedReportCalls(report)[name] !== undefined,
  // The read that the route began is not begun again by the screen.
  staleTime: 1_000,
  meta: { keep: true },
})

/** Whether a read was of this period: its numbers may stand until others come. */
const isOfPeriod = ({ choice }: Asked, before: Pick<Query, 'queryKey'> | undefined): boolean => {
  const asked = toRecord(before?.queryKey[3])
  return Object.entries(choice).every(([part, value]) => asked[part] === value)
}

/** Rows are the same whatever they are compared with. */
export function rowsOptions(report: Report, { choice, list }: Asked) {
  const state = { choice, list, isCompared: false }
  return queryOptions({
    ...common(report, 'list', state),
    queryFn: ({ signal }) => read<Page<Values>>(report, 'list', state, signal),
    placeholderData: (before, query) => (isOfPeriod(state, query) ? before : undefined),
  })
}

/** Total and chart are over all pages, in any order. */
const whole = ({ list, ...state }: Asked): Asked => ({ ...state, list: { ...firstPage, search: list.search, filters: list.filters } })

export function totalOptions(report: Report, asked: Asked) {
  const state = whole(asked)
  return queryOptions({
    ...common(report, 'total', state),
    queryFn: ({ signal }) => read<Total>(report, 'total', state, signal),
    placeholderData: (before, query) => (isOfPeriod(state, query) ? before : undefined),
  })
}

export function chartOptions(report: Report, asked: Asked) {
  const state = whole(asked)
  return queryOptions({
    ...common(report, 'chart', state),
    queryFn: ({ signal }) => read<ChartPoints>(report, 'chart', state, signal),
    placeholderData: (before, query) => (isOfPeriod(state, query) ? before : undefined),
    // No route begins it.
    staleTime: 0,
  })
}

/** The state whose rows of this report were read last on this device, where `isWanted`; null where there is none. */
function findLastRead(report: Report, today: string, isWanted: (query: Query) => boolean): ReportState | null {
  const [last] = queryClient
    .getQueryCache()
    .findAll({
      queryKey: [...queryKeys.lists(report.name), 'list'],
      predicate: (query) => query.state.data !== undefined && isWanted(query),
    })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const search = last?.queryKey[3]
  return isRecord(search) ? readReportState(search, report, today) : null
}

/** The screen as it was read last on this device: the newest period of its first report, with the lists that were read of it. */
export function findLastParts(parts: readonly ReportPart[], today: string): ReportPart[] | null {
  const [first, ...others] = parts
  const last = first && findLastRead(first.report, today, () => true)
  if (!first || !last) return null
  const ofPeriod = (part: ReportPart): ReportPart => {
    const found = findLastRead(part.report, today, (query) => isOfPeriod(last, query))
    return { ...part, state: found ?? { ...last, list: firstPage } }
  }
  return [{ ...first, state: last }, ...others.map(ofPeriod)]
}
