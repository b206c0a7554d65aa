import { expect, it } from 'vitest'
import { promoQuestionOf, stateOf, usableCode, withoutPraise } from './promo-question.ts'

const line = { category: 'membership', product_id: 7, qty: 2 }
const draft = { customer: 3, lines: [line], code: ' hemat10 ' }

it('the question covers every line, and names the products of the first category', () => {
  const lines = [line, { category: 'merchandise', product_id: 9, variant: 'a-ref', qty: 1 }, { category: 'membership', product_id: '' }]
  expect(promoQuestionOf({ ...draft, lines })).toEqual({
    customer_id: 3,
    type: 'membership',
    product_id: [7],
    code: 'HEMAT10',
    items: [line, { category: 'merchandise', product_id: 9, variant: 'a-ref', qty: 1 }],
  })
})

it.each([
  ['a member', { ...draft, customer: 0 }],
  ['a member', { ...draft, customer: '' }],
  ['a member', { ...draft, customer: null }],
  ['a category', { ...draft, lines: [{ product_id: 7 }] }],
  ['a product', { ...draft, lines: [{ category: 'membership', product_id: null }] }],
  ['a line', { ...draft, lines: [] }],
])('there is no question without %s', (_, missing) => {
  expect(promoQuestionOf(missing)).toBeNull()
})

it('the question accepts a member by ref', () => {
  expect(promoQuestionOf({ ...draft, customer: 'a-ref' })).toMatchObject({ customer_id: 'a-ref' })
})

it("withoutPraise removes the prefix of the server's message", () => {
  expect([withoutPraise('Selamat! Promo code HEMAT10 can be used'), withoutPraise('No Selamat! here')]).toEqual([
    'Promo code HEMAT10 can be used',
    'No Selamat! here',
  ])
})

it("usableCode finds the code in the server's message, so that it can be translated", () => {
  expect([usableCode('Promo code HEMAT10 can be used'), usableCode('Silakan pakai')]).toEqual(['HEMAT10', null])
})

const asking = { isMissing: false, isPaused: false, failure: null, isAnswered: false }
const failing = (status: number, fields?: Record<string, unknown>) => ({
  ...asking,
  failure: { status, offline: false, ...(fields && { fields }) },
})

it.each([
  ['valid', { ...asking, isAnswered: true }],
  ['checking', asking],
  ['unchecked', { ...asking, isMissing: true }],
  // Offline nothing is known of a code, whatever is missing.
  ['offline', { ...asking, isPaused: true, isMissing: true }],
  ['offline', { ...asking, failure: { status: 0, offline: true } }],
  ['invalid', failing(422)],
  ['invalid', failing(400)],
  ['invalid', failing(404)],
  ['invalid', failing(422, { code: {} })],
  ['unchecked', failing(422, { customer_id: {} })],
  ['unchecked', failing(429)],
  ['unchecked', failing(403)],
  ['unchecked', failing(503)],
] as const)('stateOf reports a code as %s: %o', (state, known) => {
  expect(stateOf(known)).toBe(state)
})
