const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What one of a product or variant costs, in whole rupiah: the discount price where it is lower, nothing where it is free. */
export function priceOf({ fee_type, price, discount_price }: Readonly<Record<string, unknown>>): number {
  if (fee_type === 'free') return 0
  const full = amount(price) ?? 0
  return Math.min(full, amount(discount_price) ?? full)
}
