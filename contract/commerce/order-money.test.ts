import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf, orderMoney, pointsOf, sharesOf } from './order-money.ts'

const line = (price: number, qty = 1, eligible = true) => ({ price, qty, eligible })
const percent = (value: number, max_discount: number | null = null) => ({ discount_kind: 'percent', value, max_discount })
const amount = (value: number) => ({ discount_kind: 'amount', value })

describe('the worked examples', () => {
  it('14: 10 % of 1,499,000', () => {
    expect(orderMoney([line(1_499_000)], percent(10)).total).toBe(1_349_100)
  })

  it('15: a percentage is rounded down, without a loss of fractions', () => {
    expect(discountOf(percent(12.5), 999_999)).toBe(124_999)
    expect(discountOf(percent(29), 100)).toBe(29)
  })

  it('16: of equal remainders the earlier line gets the rupiah', () => {
    expect(orderMoney([line(100_000), line(100_000), line(100_000)], amount(100_000)).shares).toEqual([33_334, 33_333, 33_333])
  })

  it('17: a code takes off its maximum at most', () => {
    expect(orderMoney([line(2_000_000)], percent(50, 300_000)).total).toBe(1_700_000)
  })

  it('18: and never more than its lines come to', () => {
    expect(orderMoney([line(300_000), line(400_000, 1, false)], amount(500_000))).toMatchObject({
      subtotal: 700_000,
      eligible: 300_000,
      discount: 300_000,
      total: 400_000,
    })
  })

  it('19: other lines keep their price', () => {
    const lines = [line(350_000, 2), line(150_000), line(150_000, 1, false)]
    expect(orderMoney(lines, percent(15))).toMatchObject({ shares: [105_000, 22_500, 0], total: 872_500 })
  })

  it('28: points are counted order by order', () => {
    expect([pointsOf(1_349_100) + pointsOf(95_000), pointsOf(1_449_000)]).toEqual([143, 144])
  })
})

it('orderMoney takes nothing off without a code, or for free products', () => {
  expect(orderMoney([line(500_000)], null)).toEqual({ subtotal: 500_000, eligible: 0, discount: 0, total: 500_000, shares: [0] })
  expect(orderMoney([line(0)], amount(5_000))).toMatchObject({ discount: 0, total: 0, shares: [0] })
})

/** Orders up to the maximum, with every kind of code. */
const lines = fc.array(
  fc.record({ price: fc.integer({ min: 0, max: 1_000_000_000 }), qty: fc.integer({ min: 1, max: 999 }), eligible: fc.boolean() }),
  { minLength: 1, maxLength: 50 },
)
const limit = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }))
const terms = fc.oneof(
  fc.record({
    discount_kind: fc.constant('percent'),
    value: fc.integer({ min: 1, max: 10_000 }).map((bps) => bps / 100),
    max_discount: limit,
  }),
  fc.record({ discount_kind: fc.constant('amount'), value: fc.integer({ min: 1, max: 1_000_000_000 }), max_discount: limit }),
)

it('I3: 0 <= d <= E <= S; the shares sum up to d, and none exceeds its line', () => {
  fc.assert(
    fc.property(lines, terms, (given, code) => {
      const { subtotal, eligible, discount, total, shares } = orderMoney(given, code)
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(discount).toBeLessThanOrEqual(eligible)
      expect(eligible).toBeLessThanOrEqual(subtotal)
      expect(total).toBe(subtotal - discount)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount)
      for (const [index, { price, qty, eligible: isOpen }] of given.entries()) {
        expect(shares[index]).toBeGreaterThanOrEqual(0)
        expect(shares[index]).toBeLessThanOrEqual(isOpen ? price * qty : 0)
      }
    }),
  )
})

it('a percentage discount is the exact part, rounded down to whole rupiah', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 50_000_000_000_000 }), (bps, eligible) => {
      const taken = BigInt(discountOf(percent(bps / 100), eligible)) * 10_000n
      const exact = BigInt(eligible) * BigInt(bps)
      expect(taken <= exact && exact < taken + 10_000n).toBe(true)
    }),
  )
})

it('every share differs from its exact part by less than one rupiah', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 999_000_000_000 }), { minLength: 1, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (amounts, part) => {
        const whole = amounts.reduce((sum, each) => sum + each, 0)
        const discount = Math.floor(whole * part)
        for (const [index, share] of sharesOf(discount, amounts).entries()) {
          const away = BigInt(share) * BigInt(whole) - BigInt(discount) * BigInt(amounts[index] ?? 0)
          expect(whole === 0 || (away < BigInt(whole) && -away < BigInt(whole))).toBe(true)
        }
      },
    ),
  )
})
