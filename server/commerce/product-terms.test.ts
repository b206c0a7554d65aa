import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Announced } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { guest } from '#server/platform/core/context.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { keepTerms, termsAt } from './product-terms.ts'

let test: TestPlatform
let db: Db
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
})
afterAll(() => test.close())

const row = (id: number, values: Record<string, unknown>): AnyRow => ({
  ...{ id, ref: `r${id}`, version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
  is_active: true,
  ...values,
})
const effect = (before: AnyRow | null, after: AnyRow | null): Announced => ({
  ...{ platform: test.platform, db, user: guest, before, after, input: {}, changes: {} },
})
const keep = (effects: readonly Announced[], ...rest: [] | [(each: AnyRow) => boolean]) => keepTerms(effects, 'merchandise', ...rest)
const now = async (product: number, variant?: string) =>
  termsAt(db, { section: 'merchandise', product, ...(variant && { variant }) }, new Date(Date.now() + 60_000).toISOString())
const count = () => db.$count(productTerms)

it('terms are kept when price or availability changes, of a product and of each variant', async () => {
  expect(await now(1)).toBeNull()
  const first = row(1, { price: 100, variants: [{ ref: 'xl', price: 120, discount_price: 110 }] })
  await keep([effect(null, first)])
  expect([await now(1), await now(1, 'xl'), await now(1, 'm'), await now(2)]).toEqual([
    { price: 100, is_on: true },
    { price: 110, is_on: true },
    null,
    null,
  ])
  const before = await count()
  await keep([effect(first, first)])
  await keep([])
  expect(await count()).toBe(before)
  const dearer = row(1, { price: 200, variants: first.variants })
  await keep([effect(first, dearer)])
  expect([await count(), (await now(1))?.price]).toEqual([before + 1, 200])
  await keep([effect(dearer, { ...dearer, is_active: false })])
  expect([await now(1), await now(1, 'xl')]).toEqual([
    { price: 200, is_on: false },
    { price: 110, is_on: false },
  ])
})

it('a variant or product that is deleted is off at its last price', async () => {
  const whole = row(3, {
    price: 100,
    variants: [
      { ref: 's', price: 90 },
      { ref: 'l', price: 95 },
    ],
  })
  await keep([effect(null, whole)])
  const short = row(3, { price: 100, variants: [{ ref: 's', price: 90 }] })
  await keep([effect(whole, short)])
  expect([await now(3, 's'), await now(3, 'l')]).toEqual([
    { price: 90, is_on: true },
    { price: 95, is_on: false },
  ])
  await keep([effect(short, null)])
  expect([await now(3), await now(3, 's')]).toEqual([
    { price: 100, is_on: false },
    { price: 90, is_on: false },
  ])
})

it('many products are kept at once, by what their section calls available', async () => {
  await keep([effect(null, row(5, { price: 1, is_active: false })), effect(null, row(6, { price: 2 }))], ({ id }) => id === 5)
  expect([await now(5), await now(6)]).toEqual([
    { price: 1, is_on: true },
    { price: 2, is_on: false },
  ])
  await keepTerms([effect(null, row(5, { price: 7 }))], 'membership')
  expect((await now(5))?.price).toBe(1)
})

it('terms are those of the time that is asked for', async () => {
  const terms = (since: string, price: number) => ({ section: 'merchandise', product: 9, price, is_on: true, since })
  await db
    .insert(productTerms)
    .values([terms('2026-01-01T00:00:00Z', 10), terms('2026-02-01T00:00:00Z', 20), terms('2026-02-01T00:00:00Z', 21)])
  const at = async (time: string) => (await termsAt(db, { section: 'merchandise', product: 9 }, time))?.price
  expect([
    await at('2025-12-31T00:00:00Z'),
    await at('2026-01-01T00:00:00Z'),
    await at('2026-01-31T00:00:00Z'),
    await at('2026-02-01T00:00:00Z'),
  ]).toEqual([undefined, 10, 10, 21])
})
