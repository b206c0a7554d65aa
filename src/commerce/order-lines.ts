import { isRecord, toText } from '#contract/kit/field/guards.ts'

export const recordsIn = (items: unknown): Record<string, unknown>[] => (Array.isArray(items) ? items.filter(isRecord) : [])

/** Lines of an order as text: 'EMT 30 days, T-shirt (2)'. */
export const linesOf = (items: unknown): string =>
  recordsIn(items)
    .map(({ name, qty }) => (Number(qty) > 1 ? `${toText(name)} (${toText(qty)})` : toText(name)))
    .join(', ')

interface OrderAmounts {
  items?: unknown
  total?: unknown
}

/** Total of an order, in rupiah; of one that waits that of its lines, since its code was not checked yet. */
export function totalOf({ items, total }: OrderAmounts): number {
  if (total !== null && total !== undefined) return Number(total)
  return recordsIn(items).reduce((sum, { price, qty }) => sum + Number(price ?? 0) * Number(qty ?? 1), 0)
}
