/** What a leave does to the ends of memberships, before it is saved (docs/product/members.md#leave). Days are 'YYYY-MM-DD'. */
import { type Leave, leaveDays } from '#contract/commerce/leave.ts'
import { addDays } from '#contract/lib/wib.ts'
import type { Product } from './products.tsx'

export interface LeavePlan extends Leave {
  product: string
}

export interface MovedEnd {
  product: string
  type: string
  from: string
  to: string
}

/**
 * Memberships whose end changes when `plan` is saved. `before` is the leave as it is stored, which moved ends already; null for a new one,
 * and for one of another member.
 */
export function findMovedEnds(products: readonly Product[], plan: LeavePlan, before: LeavePlan | null): MovedEnd[] {
  return products.flatMap(({ product, type, expires_on }) => {
    const withoutOld = before?.product === product ? addDays(expires_on, -leaveDays(before)) : null
    const own = before && withoutOld !== null && withoutOld >= before.start ? withoutOld : expires_on
    const to = product === plan.product && own >= plan.start ? addDays(own, leaveDays(plan)) : own
    return to === expires_on ? [] : [{ product, type, from: expires_on, to }]
  })
}
