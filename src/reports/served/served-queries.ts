/** What the calls of a served report are asked, and what of their replies is drawn (docs/product/reports.md#reports-with-calls-of-their-own). */
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import type { Sort } from '#contract/kit/field/list-query.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { ServedReport } from '#contract/kit/report/served-report.ts'
import { type ChartPoints, isEmptyTotal, type Point, type Total, type Values } from '../report-queries.ts'

/** Parameters of a call by name. */
export type AskedOf = Readonly<Record<string, string | undefined>>
type CallName = keyof ServedReport['calls']

/** Whether a call of the report is made: there is one, and its query is long enough. */
export const isAsked = ({ calls }: ServedReport, name: CallName, { query = '' }: AskedOf): boolean =>
  calls[name] !== undefined && !(name === 'list' && query.length < (calls.list?.minQuery ?? 0))

function servedOptions(report: ServedReport, name: CallName, asked: AskedOf) {
  const call = report.calls[name]?.call
  return queryOptions({
    queryKey: [...queryKeys.lists(report.name), name, asked] as const,
    queryFn: ({ signal }) => {
      if (!call) throw new Error(`${report.name} has no ${name}`)
      return request<Values>(call, { query: asked, signal })
    },
    enabled: isAsked(report, name, asked),
    meta: { keep: true },
  })
}

/** `follows`: sections whose changes move the numbers. */
export function useServed(report: ServedReport, name: CallName, asked: AskedOf, follows: readonly SectionName[]): UseQueryResult<Values> {
  useLive(follows, queryKeys.lists(report.name))
  return useQuery(servedOptions(report, name, asked))
}

/** What was asked of a call when it was read last on this device; null where it never was. */
export function findLastAsked(report: ServedReport, name: CallName): AskedOf | null {
  const [last] = queryClient
    .getQueryCache()
    .findAll({ queryKey: [...queryKeys.lists(report.name), name], predicate: ({ state }) => state.data !== undefined })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  return last ? Object.fromEntries(Object.entries(toRecord(last.queryKey[3])).map(([part, value]) => [part, toText(value)])) : null
}

const recordsIn = (value: unknown): Values[] => (Array.isArray(value) ? value.map(toRecord) : [])

/** Rows with their place in the order of the reply. */
export const rowsOf = ({ calls: { list } }: ServedReport, reply: Values): Values[] =>
  recordsIn(list && reply[list.rows]).map((row, at) => ({ ...row, id: at + 1 }))

/** Null where no measure has a number. */
export function totalOf(report: ServedReport, reply: Values): Total | null {
  const total = { ...reply, from: toText(reply.from), to: toText(reply.to), previous: null }
  return isEmptyTotal(report, total) ? null : total
}

/** Its line as the measure, and what is beside it in place of the period before. */
export function chartOf({ calls: { chart } }: ServedReport, reply: Values): ChartPoints | null {
  if (!chart) return null
  const found = recordsIn(reply[chart.points])
  const pointsOf = (name: string): Point[] =>
    found.map((each) => ({ from: toText(each[chart.at]), to: toText(each[chart.at]), [chart.line]: each[name] }))
  const points = pointsOf(chart.line)
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? { from: first.from, to: last.to, unit: 'day', points, previous: pointsOf(chart.beside) } : null
}

function compare(one: unknown, other: unknown): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : toText(one).localeCompare(toText(other))
}

/** In this order, those without a value last; in their own without one. */
export function sortRows(rows: readonly Values[], sort: Sort | null): readonly Values[] {
  if (!sort) return rows
  const sign = sort.direction === 'desc' ? -1 : 1
  const isFull = (row: Values) => row[sort.field] != null
  const full = rows.filter(isFull).sort((a, b) => sign * compare(a[sort.field], b[sort.field]))
  return [...full, ...rows.filter((row) => !isFull(row))]
}
