import { expect, it } from 'vitest'
import { lastMembership } from './contact-bar.tsx'

const order = (paid_at: string | null, product_id: number, category = 'membership') => ({
  payment_status: paid_at ? 'paid' : 'unpaid',
  paid_at,
  items: [{ category, product_id, qty: 1 }],
})

it('a renewal begins with the membership that was paid last', () => {
  const orders = [
    order('2026-09-01T02:00:00Z', 3),
    order(null, 7),
    order('2026-11-01T02:00:00Z', 4),
    order('2026-11-20T02:00:00Z', 9, 'event'),
  ]
  expect(lastMembership(orders)).toBe('membership/4')
  expect(lastMembership([order(null, 7)])).toBe('')
})
