/** The filters by which the list of positions opens what a number of performance counts. */
import { and, or, type SQL, sql } from 'drizzle-orm'
import { ListQueryError } from '#contract/kit/field/list-query.ts'
import { dayRange } from '#server/crud/query/ranges.ts'
import { positions } from '#server/db/tables/portfolios.ts'

/** Opened by the second day, and not closed before the first. */
function heldWithin([from = '', to = '']: readonly string[], name: string): SQL | undefined {
  if (!from || !to || !dayRange(from, to)) throw new ListQueryError('query', 'range', `no value of '${name}'`)
  return and(sql`${positions.opened_on} <= ${to}`, sql`(${positions.closed_on} is null or ${positions.closed_on} >= ${from})`)
}

export const positionFilters = {
  /** On a day of `2026-05-01..2026-05-31`. */
  held_on: (values: readonly string[]): SQL | undefined => or(...values.map((value) => heldWithin(value.split('..'), 'held_on'))),
  /** At the end of a day: what is sold on it is closed. */
  open_at: (values: readonly string[]): SQL | undefined =>
    or(...values.map((day) => and(heldWithin([day, day], 'open_at'), sql`${positions.closed_on} is distinct from ${day}`))),
}
