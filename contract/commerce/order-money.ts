/**
 * Amounts of an order (docs/product/orders.md#lines-and-totals). Whole rupiah; multiplied in BigInt, because a percentage of fifty lines of
 * 999 pieces exceeds the safe integers of a double.
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
  /** Whether a code applies to it. */
  eligible?: boolean | undefined
}

export interface OrderMoney {
  subtotal: number
  /** Sum of the eligible lines. */
  eligible: number
  discount: number
  total: number
  /** Discount of each line, in order. */
  shares: number[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

/** Hundredths of a percent: 12.5 is 1250. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/** Returns the discount on an eligible sum: rounded down, at most the sum and the code's maximum. */
export function discountOf({ discount_kind, value, max_discount }: DiscountTerms, eligible: number): number {
  const full = discount_kind === 'percent' ? Number((BigInt(eligible) * BigInt(basisPoints(value))) / 10_000n) : value
  return Math.min(full, max_discount ?? full, eligible)
}

/** Spreads a discount over amounts by the largest remainder; ties go to the earlier line. */
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

/** Returns an order's amounts, with or without a code. */
export function orderMoney(lines: readonly MoneyLine[], terms: DiscountTerms | null): OrderMoney {
  const amounts = lines.map(({ price, qty }) => price * qty)
  const open = amounts.map((amount, index) => (terms && lines[index]?.eligible ? amount : 0))
  const subtotal = sum(amounts)
  const eligible = sum(open)
  const discount = terms ? discountOf(terms, eligible) : 0
  return { subtotal, eligible, discount, total: subtotal - discount, shares: sharesOf(discount, open) }
}

/** Returns the points of a paid order (docs/product/orders.md#scoreboard): one per full 10,000 rupiah. */
export const pointsOf = (total: number): number => Math.floor(total / 10_000)
