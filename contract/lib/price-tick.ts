/** Tick sizes of prices (docs/product/stock.md#ticks): above 4999 25, above 1999 10, above 499 5, above 199 2, else 1. */
const ticks = [
  { above: 4_999, step: 25 },
  { above: 1_999, step: 10 },
  { above: 499, step: 5 },
  { above: 199, step: 2 },
] as const

export function tickOf(price: number): number {
  return ticks.find(({ above }) => price > above)?.step ?? 1
}

/** Returns the nearest valid price; halves round up. */
export function roundPrice(price: number): number {
  const step = tickOf(price)
  return Math.floor(price / step + 0.5) * step
}
