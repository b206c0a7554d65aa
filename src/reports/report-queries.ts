import { type Query, queryOptions } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { ChartUnit, Span } from '#contract/kit/report/period.ts'
import { namedReportCalls, type Report, type ReportCallName } from '#contract/kit/report/report.ts'
import { type ReportState, writeReportState } from './report-state.ts'

/** A row, a total or a point: dimensions and measures by name. */
export type Values = Readonly<Record<string, unknown>>
export type Total = Values & Span & { previous: (Values & Span) | null }
export type Point = Values & Span
export interface ChartPoints extends Span {
  unit: ChartUnit
  points: readonly Point[]
  previous: readonly Point[] | null
}

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

/** The address of the rows of this report that were read last on this device, and when; null where there are none. */
export function findLastRead(report: Report): { search: Values; at: number } | null {
  const [last] = queryClient
    .getQueryCache()
    .findAll({ queryKey: [...queryKeys.lists(report.name), 'list'], predicate: ({ state }) => state.data !== undefined })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const search = last?.queryKey[3]
  return last && isRecord(search) ? { search, at: last.state.dataUpdatedAt } : null
}

/** As a search of the router. */
export const toSearch = (search: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, toText(value)]))
