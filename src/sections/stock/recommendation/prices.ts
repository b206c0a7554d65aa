import { percentOf } from '#contract/lib/percent.ts'
import { rangeOf, targetsOf } from '#contract/sections/stock/pick-rules.ts'

type Values = Readonly<Record<string, unknown>>

const priceIn = (value: unknown): number | null => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null)

/** Distinct prices filled in the form. */
export function pricesOf(values: Values): number[] {
  const { from, to } = rangeOf(values)
  const all = [from, to, ...targetsOf(values), values.stop_loss, values.sell_price].map(priceIn).filter((price) => price !== null)
  return [...new Set(all)]
}

/** Percent from one price to another; null where one is missing. */
export function changeTo(price: unknown, from: unknown): number | null {
  const [to, base] = [priceIn(price), priceIn(from)]
  return to === null || base === null ? null : percentOf(to - base, base)
}
