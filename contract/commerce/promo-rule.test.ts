import { describe, expect, it } from 'vitest'
import { orderMoney } from './order-money.ts'
import { judgePromo, type PromoContext, type PromoLine, type PromoTerms, promoRefusals } from './promo-rule.ts'

const code: PromoTerms = {
  is_active: true,
  start: '2026-03-01',
  end: '2026-03-31',
  products: [],
  type: 'all',
  min_amount: null,
  member_limit: null,
  quota: null,
  used: 0,
}
const emt: PromoLine = { category: 'membership', product_id: 1, amount: 500_000, had: false }
const wst: PromoLine = { ...emt, product_id: 2, amount: 400_000 }
const shirt: PromoLine = { ...emt, category: 'merchandise', amount: 150_000 }
const context: PromoContext = { lines: [emt], at: new Date('2026-03-15T12:00:00+07:00'), memberUses: 0 }
const judged = (terms: Partial<PromoTerms>, situation: Partial<PromoContext> = {}) =>
  judgePromo({ ...code, ...terms }, { ...context, ...situation })

describe('the worked examples', () => {
  it('19: the least amount is of the eligible lines', () => {
    const lines = [{ ...emt, amount: 700_000 }, { ...emt, amount: 150_000 }, shirt]
    const products = [{ category: 'membership', product_id: 1 }]
    expect(judged({ products, min_amount: 850_000 }, { lines })).toEqual({ eligible: [true, true, false] })
    expect(judged({ products, min_amount: 850_001 }, { lines })).toEqual({ refused: 'promo_min' })
  })

  it('23: the last day ends at midnight in Jakarta', () => {
    expect(judged({}, { at: new Date('2026-03-31T23:59:59+07:00') })).toEqual({ eligible: [true] })
    expect(judged({}, { at: new Date('2026-04-01T00:00:00+07:00') })).toEqual({ refused: 'promo_window' })
    expect(judged({}, { at: new Date('2026-03-01T00:00:00+07:00') })).toEqual({ eligible: [true] })
    expect(judged({}, { at: new Date('2026-02-28T23:59:59+07:00') })).toEqual({ refused: 'promo_window' })
  })

  it('24: a code for new members of a product leaves out what the member had', () => {
    const lines = [{ ...emt, had: true }, wst]
    const verdict = judged({ type: 'new' }, { lines })
    expect(verdict).toEqual({ eligible: [false, true] })
    const sold = [500_000, 400_000].map((price, index) => ({ price, qty: 1, eligible: 'eligible' in verdict && verdict.eligible[index] }))
    expect(orderMoney(sold, { discount_kind: 'percent', value: 10 }).total).toBe(860_000)
    expect(judged({ type: 'renewal' }, { lines })).toEqual({ eligible: [true, false] })
  })
})

it('a code applies to the products that it names, or to all of a category', () => {
  const lines = [emt, wst, shirt]
  expect(judged({ products: [{ category: 'membership' }] }, { lines })).toEqual({ eligible: [true, true, false] })
  expect(judged({ products: [{ category: 'merchandise', product_id: 1 }] }, { lines })).toEqual({ eligible: [false, false, true] })
})

it('judgePromo names the first of several refusals, in their order', () => {
  const wrong: PromoTerms = {
    is_active: false,
    start: '2026-01-01',
    end: '2026-01-31',
    products: [{ category: 'merchandise' }],
    type: 'renewal',
    min_amount: 500_001,
    member_limit: 1,
    quota: 3,
    used: 3,
  }
  const put: readonly (keyof PromoTerms)[] = ['is_active', 'end', 'products', 'type', 'min_amount', 'member_limit', 'quota']
  const verdicts = put.map((_, index) => {
    const right = Object.fromEntries(put.slice(0, index).map((name) => [name, code[name]]))
    return judged({ ...wrong, ...right }, { memberUses: 1 })
  })
  expect([judgePromo(null, context), ...verdicts]).toEqual(promoRefusals.map((refused) => ({ refused })))
})

it('judgePromo allows the last use of a code, and the last one of a member', () => {
  expect(judged({ quota: 3, used: 2, member_limit: 2 }, { memberUses: 1 })).toEqual({ eligible: [true] })
})
