import { expect, it } from 'vitest'
import { transaction } from '../sections/sales/transaction.ts'

const line = { category: 'membership', product_id: 4, qty: 1, price: 1_250_000 }
const file = { name: 'bukti.png', type: 'image/png', size: 10, content: new Blob(['x']) }
const problemsOf = (order: object) => {
  const whole = { member_id: 1, payment_status: 'paid', payment_method: 'transfer', items: [line], ...order }
  return transaction.rules.filter(({ test }) => !test(whole)).map(({ field }) => field)
}

it.each([
  ['a transfer without proof', {}, true],
  ['a transfer with proof', { proof: [file] }, false],
  ['cash', { payment_method: 'cash' }, false],
  ['what is free', { items: [{ ...line, price: 0 }] }, false],
  ['what a code may make free', { promo_code: 'GRATIS' }, false],
  ['lines whose price only the server knows', { items: [{ ...line, price: undefined }] }, false],
  ['what is not paid yet', { payment_status: 'unpaid' }, false],
])('a proof is needed before %s counts as paid: %#', (_what, order, isNeeded) => {
  expect(problemsOf(order)).toEqual(isNeeded ? ['proof'] : [])
})
