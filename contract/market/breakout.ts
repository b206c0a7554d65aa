/** Breakout of a stock: a close above the twenty previous traded days, with volume (docs/product/picks.md#breakout). */
import { adjusted, type FollowedPrice } from './adjusted-prices.ts'
import { isTraded } from './day-price.ts'

const days = 20
/** Multiple of the mean volume. */
const volumeFactor = 1.5

/** Returns false with fewer days. `rows` by date, unadjusted. */
export function isBreakout(rows: readonly FollowedPrice[]): boolean {
  const traded = adjusted(rows).filter(isTraded)
  const last = traded.at(-1)
  const before = traded.slice(-days - 1, -1)
  if (!last || before.length < days) return false
  const mean = before.reduce((sum, { volume }) => sum + volume, 0) / days
  return last.close > Math.max(...before.map(({ high }) => high)) && last.volume >= volumeFactor * mean
}
