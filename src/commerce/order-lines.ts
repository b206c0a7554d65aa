import { isRecord, toText } from '#contract/kit/field/guards.ts'

export const recordsIn = (items: unknown): Record<string, unknown>[] => (Array.isArray(items) ? items.filter(isRecord) : [])

/** Lines of an order as text: 'EMT 30 days, T-shirt (2)'. */
export const linesOf = (items: unknown): string =>
  recordsIn(items)
    .map(({ name, qty }) => (Number(qty) > 1 ? `${toText(name)} (${toText(qty)})` : toText(name)))
    .join(', ')
