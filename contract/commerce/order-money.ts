/**
 * What an order comes to (docs/product/orders.md#lines-and-totals). Whole rupiah; products are made in BigInt, since a percentage of
 * fifty lines of 999 pieces is beyond the whole numbers that a double holds.
 */

export interface DiscountTerms {
  discount_kind: string
  /** Percent with at most two decimals, or whole rupiah. */
  value: number
  max_discount?: number | null | undefined
}

export interface MoneyLine {
  price: number
  qty: number
  /** Whether a code takes something off it. */
  eligible?: boolean | undefined
}

export interface OrderMoney {
  subtotal: number
  /** The sum of the eligible lines. */
  eligible: number
  discount: number
  total: number
  /** What is taken off each line, in their order. */
  shares: number[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

/** Hundredths of a percent: 12.5 is 1250. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/** What a code takes off eligible lines that come to `eligible`: rounded down, never more than they or the code allow. */
export function discountOf({ discount_kind, value, max_discount }: DiscountTerms, eligible: number): number {
  const full = discount_kind === 'percent' ? Number((BigInt(eligible) * BigInt(basisPoints(value))) / 10_000n) : value
  return Math.min(full, max_discount ?? full, eligible)
}

/** Spreads a discount over amounts by the largest remainder; of equal ones the earlier line gets the rupiah. */
export function sharesOf(discount: number, amounts: readonly number[]): number[] {
  const whole = BigInt(sum(amounts))
  if (whole === 0n) return amounts.map(() => 0)
  const parts = amounts.map((amount, index) => {
    const product = BigInt(discount) * BigInt(amount)
    return { index, share: Number(product / whole), rest: product % whole }
  })
  const left = discount - sum(parts.map(({ share }) => share))
  const first = [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1)).slice(0, left)
  const raised = new Set(first.map(({ index }) => index))
  return parts.map(({ index, share }) => (raised.has(index) ? share + 1 : share))
}

/** What an order comes to, with the terms of its code or without one. */
export function orderMoney(lines: readonly MoneyLine[], terms: DiscountTerms | null): OrderMoney {
  const amounts = lines.map(({ price, qty }) => price * qty)
  const open = amounts.map((amount, index) => (terms && lines[index]?.eligible ? amount : 0))
  const subtotal = sum(amounts)
  const eligible = sum(open)
  const discount = terms ? discountOf(terms, eligible) : 0
  return { subtotal, eligible, discount, total: subtotal - discount, shares: sharesOf(discount, open) }
}

/** What a paid order counts on the scoreboard (docs/product/orders.md#scoreboard): one point for every full 10,000 rupiah of it. */
export const pointsOf = (total: number): number => Math.floor(total / 10_000)
