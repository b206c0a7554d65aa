/** Percent of a level within which a price is near it. */
export const nearPercent = 3

const hundredths = (price: number) => Math.round(price * 100)

/** Whether a price, in rupiah to 2 decimals, is near one of these levels, on either side (docs/product/picks.md#near-a-level). */
export const isNearLevel = (price: number, levels: readonly number[]): boolean =>
  levels.some((level) => Math.abs(hundredths(price) - hundredths(level)) * 100 <= hundredths(level) * nearPercent)
