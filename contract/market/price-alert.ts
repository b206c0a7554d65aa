/** Price alerts (docs/product/picks.md#price-alerts). */
import { type DayPrice, isTraded } from './day-price.ts'
import type { PriceFactor } from './pick-life.ts'

export type AlertDirection = 'up' | 'down'

export interface PriceAlert {
  /** Whole rupiah, as of `armed_on`. */
  price: number
  direction: AlertDirection
  /** Only prices of later days count. */
  armed_on: string
}

/** Returns the direction from the last close to a price; null if it is reached. */
export function alertDirection(price: number, close: number): AlertDirection | null {
  return price === close ? null : price > close ? 'up' : 'down'
}

/** Product of factors after one day until another, exact. */
function factorBetween(factors: readonly PriceFactor[], after: string, until: string): [numerator: bigint, denominator: bigint] {
  return factors
    .filter(({ date }) => date > after && date <= until)
    .reduce<[bigint, bigint]>(([n, d], { numerator, denominator }) => [n * BigInt(numerator), d * BigInt(denominator)], [1n, 1n])
}

/** Returns the alert's price on that day, after splits and rights issues, in whole rupiah. */
export function alertLevel({ price, armed_on }: Omit<PriceAlert, 'direction'>, factors: readonly PriceFactor[], day: string): number {
  const [n, d] = factorBetween(factors, armed_on, day)
  return Number((2n * BigInt(price) * n + d) / (2n * d))
}

/** The first traded day after it was armed that reached it; `rows` by date. */
export function alertDay(alert: PriceAlert, rows: readonly DayPrice[], factors: readonly PriceFactor[]): string | null {
  const reached = rows.find((row) => {
    if (row.date <= alert.armed_on || !isTraded(row)) return false
    const [n, d] = factorBetween(factors, alert.armed_on, row.date)
    const level = BigInt(alert.price) * n
    return alert.direction === 'up' ? BigInt(row.high) * d >= level : BigInt(row.low) * d <= level
  })
  return reached?.date ?? null
}
