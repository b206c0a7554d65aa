/**
 * Whether a stock breaks out: its close above everything of the twenty traded days before, with volume (docs/product/picks.md#breakout).
 */
import { adjusted, type FollowedPrice } from './adjusted-prices.ts'
import { isTraded } from './day-price.ts'

const days = 20
/** Of the mean volume of those days. */
const volumeFactor = 1.5

/** `rows` by date, as the exchange wrote them. False with fewer days. */
export function isBreakout(rows: readonly FollowedPrice[]): boolean {
  const traded = adjusted(rows).filter(isTraded)
  const last = traded.at(-1)
  const before = traded.slice(-days - 1, -1)
  if (!last || before.length < days) return false
  const mean = before.reduce((sum, { volume }) => sum + volume, 0) / days
  return last.close > Math.max(...before.map(({ high }) => high)) && last.volume >= volumeFactor * mean
}
