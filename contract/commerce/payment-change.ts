/** What may follow which state of a payment, and what it needs (docs/product/orders.md#payment-states). */
import { isRecord, toText } from '../kit/field/guards.ts'
import type { Breach, CallRule, CallWindowForm } from '../kit/section/call-rule.ts'
import { claimProblem, dayMs } from './claim.ts'
import { isProven } from './is-proven.ts'
import { amountProblem, leftToRefund } from './refund.ts'

/** Days after the due time in which an expired order can still be paid. */
const payableDays = 30

type Values = Readonly<Record<string, unknown>>

const stateOf = ({ payment_status }: Values) => toText(payment_status)
const refusalOf = (code: string): Breach => ({ code, isRefusal: true })
const isEmpty = (value: unknown) => toText(value).trim() === ''
const countOf = (files: unknown) => (Array.isArray(files) ? files.length : files ? 1 : 0)

/** Why an order cannot come to a state, whatever comes with it; null where it can, or is there. */
function stateProblem(order: Values, to: string, now: number): Breach | null {
  const from = stateOf(order)
  if (from === to) return null
  if (from === 'cancel') return refusalOf('order_cancelled')
  if (to === 'expired') return refusalOf('order_not_due')
  const isLate = from === 'expired' && now > Date.parse(toText(order.due_at)) + payableDays * dayMs
  return to === 'paid' && isLate ? refusalOf('order_too_old') : null
}

const isPaying = (order: Values, body: Values) => body.payment_status === 'paid' && stateOf(order) !== 'paid'
/** Money that was paid is spoken of: by its reason, and by what goes back. */
const isUndoing = (order: Values, body: Values) => body.payment_status === 'cancel' && stateOf(order) === 'paid'

export const paymentRules: readonly CallRule[] = [
  { field: 'payment_status', judge: (order, body, now) => stateProblem(order, toText(body.payment_status), now) },
  {
    field: 'proof',
    judge(order, body, now) {
      if (!isPaying(order, body) || stateProblem(order, 'paid', now)) return null
      const proofs = countOf(order.proof) + countOf(body.proof)
      // An order that waits on the device has no total yet.
      const total = order.total == null ? 1 : Number(order.total)
      return isProven({ proofs, method: order.payment_method, total }) ? null : { code: 'required' }
    },
  },
  {
    field: 'paid_at',
    judge(order, body, now) {
      const code = isPaying(order, body) ? claimProblem(body.paid_at, now) : null
      return code && { code }
    },
  },
  {
    field: 'note',
    judge: (order, body) => (isUndoing(order, body) && isEmpty(body.note) && isEmpty(order.note) ? { code: 'required' } : null),
  },
  { field: 'refund', judge: (order, body) => (isUndoing(order, body) ? amountProblem(order, body.refund) : null) },
]

/** States that a person can bring an order to; of a paid one 'paid' adds a proof. */
const reachable = (order: Values, now: number): readonly string[] =>
  ['paid', 'cancel'].filter((to) => (stateOf(order) !== to || to === 'paid') && !stateProblem(order, to, now))

const asked: Readonly<Record<string, readonly string[]>> = { paid: ['paid_at', 'bank', 'proof'], cancel: ['note'] }

export const paymentWindow: CallWindowForm = {
  isPossible: (order, { now }) => reachable(order, now).length > 0,
  offers: (order, { now }) => ({ payment_status: reachable(order, now) }),
  asks(order, values) {
    const to = toText(values.payment_status)
    if (stateOf(order) === 'paid') return ['payment_status', ...(to === 'paid' ? ['proof'] : ['note', 'refund'])]
    return ['payment_status', ...(asked[to] ?? [])]
  },
  // A payment was made now unless somebody says otherwise; a cancelled order gives all of it back unless somebody keeps it.
  starts: (order, values, { now }) => ({
    ...(isPaying(order, values) && { paid_at: new Date(now).toISOString() }),
    ...(isUndoing(order, values) && { refund: leftToRefund(order) }),
  }),
  startsBy: ['payment_status'],
  notes(order, values) {
    if (values.payment_status !== 'cancel') return []
    const hasSeats = Array.isArray(order.items) && order.items.some((line) => isRecord(line) && line.category === 'event')
    const isKept = isUndoing(order, values) && Number(values.refund || 0) < leftToRefund(order)
    return [...(hasSeats ? ['seats'] : []), ...(isKept ? ['kept'] : [])]
  },
}
