/** Money that goes back to whoever paid (docs/product/orders.md#refunds). Whole rupiah. */
import { toText } from '../kit/field/guards.ts'
import type { Breach, CallRule, CallWindowForm } from '../kit/section/call-rule.ts'
import { claimProblem } from './claim.ts'

type Values = Readonly<Record<string, unknown>>

/** Paid, and perhaps cancelled since: only a payment leaves its time. */
const wasPaid = ({ payment_status, paid_at }: Values): boolean =>
  payment_status === 'paid' || (payment_status === 'cancel' && toText(paid_at) !== '')

/** What was paid less what went back already, in rupiah. */
export const leftToRefund = (order: Values): number => (wasPaid(order) ? Number(order.total ?? 0) - Number(order.refunded ?? 0) : 0)

/** Why an amount cannot go back; null for none, or one that can. */
export function amountProblem(order: Values, amount: unknown): Breach | null {
  const max = leftToRefund(order)
  return Number(amount ?? 0) > max ? { code: 'max_value', params: { max } } : null
}

export const refundRules: readonly CallRule[] = [
  { field: 'amount', judge: (order) => (leftToRefund(order) > 0 ? null : { code: 'nothing_to_refund', isRefusal: true }) },
  { field: 'amount', judge: (order, body) => amountProblem(order, body.amount) },
  {
    field: 'refunded_at',
    judge(order, body, now) {
      const code = claimProblem(body.refunded_at, now)
      if (code) return { code }
      const [paid, back] = [Date.parse(toText(order.paid_at)), Date.parse(toText(body.refunded_at))]
      return back < paid ? { code: 'before_payment' } : null
    },
  },
]

export const refundWindow: CallWindowForm = {
  isPossible: (order) => leftToRefund(order) > 0,
  starts: (order, _values, { now }) => ({ amount: leftToRefund(order), refunded_at: new Date(now).toISOString() }),
}
