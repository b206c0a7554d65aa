import { type SQL, sql } from 'drizzle-orm'
import type { Span } from '#contract/kit/report/period.ts'
import { addDays } from '#contract/lib/wib.ts'

/** Roll-ups that may stand for facts, up to this unit: none where the facts themselves are asked for. */
export type LargestRollUp = 'day' | 'month' | 'year' | 'none'

/** What facts are asked for: moments of a span, of the date that the period means. */
export interface FactsRequest {
  /** First moment, and the first one after the last. */
  from: SQL
  to: SQL
  /** The days of the span. */
  days: Span
  /** One of the dates of the report. */
  date: string
  rollUps: LargestRollUp
  /** Nothing is asked of keys: all facts are measured together, or by their moment. */
  isWhole: boolean
}

/** Where the numbers of a report come from. */
export interface ReportSource {
  /** A query with a row for everything that counts: `at`, the keys, and what the measures sum. No key of it is null. */
  facts(request: FactsRequest): SQL
  /** Columns of facts that identify a row; the other dimensions are its labels. */
  keys: readonly string[]
  /** Over the facts of a row, of a point, or of the whole. */
  measures: Readonly<Record<string, SQL>>
  /** The same of all facts together, where rows count something twice. */
  ofAll?: Readonly<Record<string, SQL>>
  /** The same of the facts of some rows, which no roll-up stands for then. */
  ofSome?: Readonly<Record<string, SQL>>
  /** Dimensions by which a list that is narrowed has all of what `ofAll` counts, or nothing of it. */
  whole?: readonly string[]
  /** What labels and order need beside the measures. */
  also?: Readonly<Record<string, SQL>>
  /** Over a row, as `g`: its keys, measures and `also`. */
  labels: Readonly<Record<string, SQL>>
  /** Over a row, too: the report's own order, which tells any two rows apart. */
  order: SQL
}

const midnight = (day: string) => sql`${`${day}T00:00:00+07:00`}::timestamptz`

/** The moments of a span of WIB days. */
export const momentsOf = ({ from, to }: Span): Pick<FactsRequest, 'from' | 'to'> => ({ from: midnight(from), to: midnight(addDays(to, 1)) })
