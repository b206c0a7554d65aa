import { expect, it } from 'vitest'
import { judgeCall } from '../kit/section/call-rule.ts'
import { paymentRules, paymentWindow } from './payment-change.ts'
import { refundWindow } from './refund.ts'
import { seatWindow } from './seat-order.ts'

const now = Date.parse('2026-11-20T03:00:00Z')
const asking = { access: { roles: [], permissions: ['update transaction'] }, now }
const order = (payment_status: string, values: object = {}) => ({
  payment_status,
  total: 100_000,
  refunded: 0,
  due_at: '2026-11-19T00:00:00Z',
  ...values,
})
const late = { due_at: '2026-10-01T00:00:00Z' }

it.each([
  ['unpaid', {}, ['paid', 'cancel']],
  ['expired', {}, ['paid', 'cancel']],
  ['expired', late, ['cancel']],
  ['paid', {}, ['paid', 'cancel']],
  ['cancel', {}, []],
])('the window of a payment offers what %s %j can become', (state, values, expected) => {
  expect(paymentWindow.offers?.(order(state, values), asking).payment_status).toEqual(expected)
  expect(paymentWindow.isPossible?.(order(state, values), asking)).toBe(expected.length > 0)
  for (const to of expected)
    expect(judgeCall(paymentRules, order(state, values), { payment_status: to }, now).has('payment_status')).toBe(false)
})

it.each([
  ['unpaid', 'paid', ['payment_status', 'paid_at', 'bank', 'proof']],
  ['unpaid', 'cancel', ['payment_status', 'note']],
  ['paid', 'paid', ['payment_status', 'proof']],
  ['paid', 'cancel', ['payment_status', 'note', 'refund']],
])('the window of a payment asks from %s to %s what that needs', (from, to, expected) => {
  expect(paymentWindow.asks?.(order(from), { payment_status: to })).toEqual(expected)
})

it('a window begins with what is left to give back, and says what else happens', () => {
  const paid = order('paid', { refunded: 30_000, items: [{ category: 'event' }] })
  expect(paymentWindow.starts?.(paid, { payment_status: 'cancel' }, asking)).toEqual({ refund: 70_000 })
  expect(paymentWindow.notes?.(paid, { payment_status: 'cancel', refund: 70_000 })).toEqual(['seats'])
  expect(paymentWindow.notes?.(paid, { payment_status: 'cancel', refund: '' })).toEqual(['seats', 'kept'])
  expect(refundWindow.starts?.(paid, {}, asking)).toMatchObject({ amount: 70_000 })
  for (const [state, values] of [
    ['unpaid', {}],
    ['cancel', {}],
    ['paid', { refunded: 100_000 }],
  ] as const)
    expect(refundWindow.isPossible?.(order(state, values), asking), state).toBe(false)
  expect(refundWindow.isPossible?.(order('cancel', { paid_at: '2026-11-01T00:00:00Z' }), asking)).toBe(true)
})

it('the window of a seat asks about its order, and offers to cancel it to whoever may', () => {
  const seat = { order_id: 4, order_status: 'paid', order_total: 100_000, order_refunded: 0 }
  expect(seatWindow.asks?.(seat, {})).toEqual(['order', 'refund', 'note'])
  expect(seatWindow.asks?.({ ...seat, order_status: 'unpaid' }, {})).toEqual(['order'])
  for (const none of [{ order_id: null }, { ...seat, order_status: 'cancel' }]) expect(seatWindow.asks?.(none, {})).toEqual([])
  expect(seatWindow.offers?.(seat, asking)).toEqual({ order: ['cancel', 'keep'] })
  expect(seatWindow.offers?.(seat, { ...asking, access: { roles: [], permissions: [] } })).toEqual({ order: ['keep'] })
  expect(seatWindow.starts?.(seat, { order: 'cancel' }, asking)).toEqual({ refund: 100_000 })
})
