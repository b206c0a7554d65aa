const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the price of a product or variant in whole rupiah: the lower of price and discount price, 0 if free. */
export function priceOf({ fee_type, price, discount_price }: Readonly<Record<string, unknown>>): number {
  if (fee_type === 'free') return 0
  const full = amount(price) ?? 0
  return Math.min(full, amount(discount_price) ?? full)
}
