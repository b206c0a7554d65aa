/** Form defaults of a stock without price (docs/product/stock.md#last-price). */
const noPrice = { price: 0, lowerPrice: 1, heightPrice: 1_000_000 } as const

const orElse = (value: unknown, instead: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : instead

/** Converts the last-price response for forms; null, non-finite and non-positive values become the defaults. */
export const priceDefaults = (found: Readonly<Record<'close' | 'low_all_time' | 'high_all_time', unknown>>) => ({
  price: orElse(found.close, noPrice.price),
  lowerPrice: orElse(found.low_all_time, noPrice.lowerPrice),
  heightPrice: orElse(found.high_all_time, noPrice.heightPrice),
})
