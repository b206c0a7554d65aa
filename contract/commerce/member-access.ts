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
  status: 'active' | 'cuti' | 'expired' | 'customer'
  /** The same accounts; `remaining` is negative after the end. */
  products: (AccountEnd & { remaining: number })[]
  /** Steps that the end of an account is within. A Regular one has none while VIP of its product ends later. */
  remaining: number[]
  /** The nearest such end that has not passed. */
  ends_on: string | null
}

/** Of a member who is not deleted. `leaves` without stopped ones. */
export function memberAccess(accounts: readonly AccountEnd[], leaves: readonly ProductLeave[], today: string): MemberAccess {
  const products = accounts.map((account) => ({ ...account, remaining: daysBetween(today, account.expires_on) }))
  const running = products.filter(({ remaining }) => remaining >= 0)
  const away = new Set(leaves.filter(({ start, end }) => start <= today && today <= end).map(({ product }) => product))
  const isOutlived = ({ product, expires_on }: AccountEnd) =>
    running.some((other) => other.product === product && other.type === 'VIP' && other.expires_on > expires_on)
  const [first] = running.flatMap((account) => (isOutlived(account) ? [] : [account.expires_on])).sort()
  const left = first === undefined ? Number.POSITIVE_INFINITY : daysBetween(today, first)
  return {
    access: running.some(({ type }) => type === 'VIP') ? 'vip' : 'regular',
    status: running.some(({ product }) => !away.has(product)) ? 'active' : away.size ? 'cuti' : accounts.length ? 'expired' : 'customer',
    products,
    remaining: remainingSteps.filter((step) => left <= step),
    ends_on: first ?? null,
  }
}
