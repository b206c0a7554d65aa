/** Period of the reports, kept in the URL so that a report can be shared. */
import { serverDate } from '#console/data/base/server-clock.ts'
import { type ListSearch, readSearch } from '#console/kit/list/query/search.ts'
import { filterValues, formatRange, type ListQuery, parseRange, withFilter } from '#contract/kit/field/list-query.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'

/** Default number of days up to today. */
const usualDays = 30

export interface ReportPeriod {
  from: string
  to: string
  /** The default. */
  isUsual: boolean
  /** Query of the report calls: never shorter than a look-up may be (contract/lib/questions.ts). */
  query: ListQuery
}

const nothing = readSearch({}).query

/** Parses a URL, ignoring other parameters; open ranges end today. */
export function readPeriod(search: ListSearch, now = serverDate()): ReportPeriod {
  const today = wibDay(now)
  const chosen = parseRange(filterValues(readSearch(search).query, 'created_at')[0] ?? '')
  const isUsual = !chosen?.from
  const from = chosen?.from || addDays(today, 1 - usualDays)
  const to = chosen?.to || today
  return { from, to, isUsual, query: withFilter({ ...nothing, sort: null }, 'created_at', [formatRange(from, to)]) }
}
