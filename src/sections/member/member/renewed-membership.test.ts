import { describe, expect, it } from 'vitest'
import type { Sold } from '#console/commerce/catalogue.ts'
import { renewedMembership } from './renewed-membership.ts'

const order = (paid_at: string | null, product_id: number, category = 'membership') => ({
  payment_status: paid_at ? 'paid' : 'unpaid',
  paid_at,
  items: [{ category, product_id, qty: 1 }],
})
const account = (product: string, remaining: number, type = 'Regular') => ({ product, type, remaining, expires_on: '2026-12-01' })
const sold = (id: number, access: string, is_on = true): Sold => ({
  id,
  ref: `r${id}`,
  name: access,
  price: 1,
  is_on,
  variants: [],
  access,
})
const orders = [
  order('2026-09-01T02:00:00Z', 3),
  order(null, 7),
  order('2026-11-01T02:00:00Z', 4),
  order('2026-11-20T02:00:00Z', 9, 'event'),
]

describe('a renewal', () => {
  it('begins with the membership that was paid last', () => {
    expect(renewedMembership([], orders, [])).toBe('membership/4')
    expect(renewedMembership([account('EMV', 31)], orders, [sold(3, 'EMV'), sold(4, 'EMT')])).toBe('membership/4')
    expect(renewedMembership([], [order(null, 7)], [])).toBe('')
  })

  it('begins with the one that ends, as it was bought before', () => {
    const catalogue = [sold(1, 'EMV'), sold(3, 'EMV', false), sold(4, 'EMT')]
    expect(renewedMembership([account('EMT', 200), account('EMV', 9)], orders, catalogue)).toBe('membership/3')
    expect(renewedMembership([account('EMV', -1)], orders, catalogue)).toBe('membership/4')
  })

  it('begins with the first one on sale where none of that kind was bought', () => {
    const catalogue = [sold(1, 'EMV', false), sold(2, 'EMV'), sold(5, 'EMV VIP')]
    expect(renewedMembership([account('EMV', 9)], orders, catalogue)).toBe('membership/2')
    expect(renewedMembership([account('EMV', 9, 'VIP'), account('EMV', 2)], orders, catalogue)).toBe('membership/5')
    expect(renewedMembership([account('WST', 9)], orders, catalogue)).toBe('membership/4')
  })
})
