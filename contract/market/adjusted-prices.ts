/** Prices made comparable across splits and rights issues (docs/product/stock.md#splits-and-rights-issues). */
import { type DayPrice, isTraded } from './day-price.ts'

/** A day's prices with the previous trading day's close; null over a gap and on the first day. */
export interface FollowedPrice extends DayPrice {
  before: number | null
}

/** Returns the exchange's factor for older prices that day; 1 over a gap. */
export const factorOf = ({ previous, before }: Pick<FollowedPrice, 'previous' | 'before'>): number =>
  before === null || before <= 0 || previous <= 0 ? 1 : previous / before

/** Returns rows by date with high, low, close and previous times all later factors, unrounded. */
export function adjusted<Row extends FollowedPrice>(rows: readonly Row[]): Row[] {
  let factor = 1
  const latestFirst = rows.toReversed().map((row) => {
    const { high, low, close, previous } = row
    const made = { ...row, high: high * factor, low: low * factor, close: close * factor, previous: previous * factor }
    factor *= factorOf(row)
    return made
  })
  return latestFirst.reverse()
}

/** Returns the lowest and highest of adjusted rows, in whole rupiah; nulls without any trade. */
export function extremes(rows: readonly DayPrice[]): { low: number | null; high: number | null } {
  const traded = rows.filter(isTraded)
  if (!traded.length) return { low: null, high: null }
  return {
    low: Math.round(Math.min(...traded.map(({ low }) => low))),
    high: Math.round(Math.max(...traded.map(({ high }) => high))),
  }
}
