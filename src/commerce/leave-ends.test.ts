import { expect, it } from 'vitest'
import { findMovedEnds } from './leave-ends.ts'
import type { Product } from './products.tsx'

const account = (product: string, expires_on: string, type = 'Regular'): Product => ({ product, type, expires_on, remaining: 1 })
const plan = { product: 'EMT', start: '2026-03-10', end: '2026-03-19' }
const endsOf = (...given: Parameters<typeof findMovedEnds>) => findMovedEnds(...given).map(({ product, to }) => `${product} ${to}`)

it('a new leave moves every account of its product that runs on its first day', () => {
  const products = [account('EMT', '2026-03-31'), account('EMT', '2026-03-09', 'VIP'), account('WST', '2026-03-31')]
  expect(endsOf(products, plan, null)).toEqual(['EMT 2026-04-10'])
})

it('a changed leave moves an end by what its days differ by, and an unchanged one nothing', () => {
  const products = [account('EMT', '2026-04-10')]
  expect(endsOf(products, plan, plan)).toEqual([])
  expect(endsOf(products, { ...plan, end: '2026-03-21' }, plan)).toEqual(['EMT 2026-04-12'])
  expect(endsOf(products, { ...plan, end: '2026-03-10' }, plan)).toEqual(['EMT 2026-04-01'])
})

it('a leave of another product gives its days back where they were, and moves the other by all of its own', () => {
  const products = [account('EMT', '2026-04-10'), account('WST', '2026-03-31')]
  expect(endsOf(products, { ...plan, product: 'WST' }, plan)).toEqual(['EMT 2026-03-31', 'WST 2026-04-10'])
})

it('a leave that begins later than access ends gives its days back', () => {
  expect(endsOf([account('EMT', '2026-04-10')], { ...plan, start: '2026-04-01', end: '2026-04-10' }, plan)).toEqual(['EMT 2026-03-31'])
})
