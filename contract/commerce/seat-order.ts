/** What becomes of an order whose seat is given up, and of its money (docs/product/events.md#a-seat-and-its-order). */
import { toText } from '../kit/field/guards.ts'
import { holds } from '../kit/field/permission.ts'
import type { CallRule, CallWindowForm } from '../kit/section/call-rule.ts'
import { amountProblem, leftToRefund } from './refund.ts'

type Values = Readonly<Record<string, unknown>>

/** The order of a participant as they show it. */
const orderOf = (participant: Values): Values => ({
  payment_status: participant.order_status,
  total: participant.order_total,
  refunded: participant.order_refunded,
})

/** Whether an order stands behind the seat, which somebody has to decide about. */
export const hasLivingOrder = ({ order_id, order_status }: Values): boolean =>
  order_id != null && (order_status === 'unpaid' || order_status === 'paid')

/** Who may not read orders sees that there is one, and nothing of it: they keep it. */
const isOrderUnseen = ({ order_id, order_status }: Values) => order_id != null && order_status === undefined
const isPaid = ({ order_status }: Values) => order_status === 'paid'
/** Whether money that was paid is spoken of. */
const concernsMoney = (participant: Values, { order, refund }: Values) =>
  hasLivingOrder(participant) && isPaid(participant) && (order === 'cancel' || Number(refund ?? 0) > 0)

export const seatRules: readonly CallRule[] = [
  {
    field: 'order',
    judge: (participant, { order }) =>
      isPaid(participant) && participant.order_id != null && !toText(order) ? { code: 'required' } : null,
  },
  { field: 'refund', judge: (participant, { refund }) => amountProblem(orderOf(participant), refund) },
  {
    field: 'note',
    judge: (participant, body) => (concernsMoney(participant, body) && toText(body.note).trim() === '' ? { code: 'required' } : null),
  },
]

export const seatWindow: CallWindowForm = {
  asks(participant) {
    if (isOrderUnseen(participant)) return ['order']
    return hasLivingOrder(participant) ? ['order', ...(isPaid(participant) ? ['refund', 'note'] : [])] : []
  },
  offers: (participant, { access }) => ({
    order: !isOrderUnseen(participant) && holds(access, 'update transaction') ? ['cancel', 'keep'] : ['keep'],
  }),
  starts: (participant, { order }) => ({
    ...(isOrderUnseen(participant) && { order: 'keep' }),
    refund: order === 'cancel' ? leftToRefund(orderOf(participant)) : 0,
  }),
  startsBy: ['order'],
  notes: (participant, { refund }) => (isPaid(participant) && Number(refund || 0) < leftToRefund(orderOf(participant)) ? ['kept'] : []),
}
