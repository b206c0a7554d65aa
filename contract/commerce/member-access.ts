/** Access of a member on a day, computed from data independent of it (docs/product/members.md#access). Days are 'YYYY-MM-DD'. */
import { daysBetween } from '../lib/wib.ts'

/** Filter steps of days before access ends (docs/product/members.md#access). */
export const remainingSteps = [30, 14, 3] as const

export interface AccountEnd {
  product: string
  type: string
  /** The last day of access. */
  expires_on: string
}

/** First and last day of a product's leave. */
export interface ProductLeave {
  product: string
  start: string
  end: string
}

export interface MemberAccess {
  access: 'vip' | 'regular'
  status: 'active' | 'cuti' | 'expired'
  /** The same accounts; `remaining` is negative after the end. */
  products: (AccountEnd & { remaining: number })[]
  /** Steps that a product's end is within, by its longest account. */
  remaining: number[]
  /** The nearest such end that has not passed. */
  ends_on: string | null
}

/** Of a member who is not deleted. `leaves` without stopped ones. */
export function memberAccess(accounts: readonly AccountEnd[], leaves: readonly ProductLeave[], today: string): MemberAccess {
  const products = accounts.map((account) => ({ ...account, remaining: daysBetween(today, account.expires_on) }))
  const running = products.filter(({ remaining }) => remaining >= 0)
  const away = new Set(leaves.filter(({ start, end }) => start <= today && today <= end).map(({ product }) => product))
  const longest = new Map<string, string>()
  for (const { product, expires_on } of running) if (expires_on > (longest.get(product) ?? '')) longest.set(product, expires_on)
  const [first] = [...longest.values()].sort()
  const left = first === undefined ? Number.POSITIVE_INFINITY : daysBetween(today, first)
  return {
    access: running.some(({ type }) => type === 'VIP') ? 'vip' : 'regular',
    status: running.some(({ product }) => !away.has(product)) ? 'active' : away.size ? 'cuti' : 'expired',
    products,
    remaining: remainingSteps.filter((step) => left <= step),
    ends_on: first ?? null,
  }
}
