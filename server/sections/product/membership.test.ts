import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { membership } from '#contract/sections/product/membership.ts'
import { createApp } from '#server/app.ts'
import { termsAt } from '#server/commerce/product-terms.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const permissions = ['get product', 'create product', 'update product', 'delete product']
let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, permissions))
})
afterAll(() => test.close())

const { path } = membership
const paid = { name: 'EMT Bulanan', product: 'EMT', fee_type: 'paid', price: 350_000, duration_days: 30 }

describe('the history of price and on/off', () => {
  const history = (product: number) =>
    test.platform.database.db
      .select({ price: productTerms.price, is_on: productTerms.is_on })
      .from(productTerms)
      .where(eq(productTerms.product, product))
      .orderBy(asc(productTerms.id))
  const put = async (id: number, values: Record<string, unknown>) => {
    const response = await ask('PUT', `${path}/${id}`, { ...paid, is_active: true, ...values })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }

  it('has a row for each change of what it costs or whether it is sold, and for nothing else', async () => {
    const { id } = (await ask('POST', path, paid)).body.data
    await put(id, { discount_price: 300_000 })
    await put(id, { discount_price: 300_000, name: 'EMT 30 hari', benefits: '<p>Baru</p>' })
    // Below the discount: the price is paid.
    await put(id, { price: 250_000, discount_price: 300_000 })
    await put(id, { price: 250_000, is_active: false })
    await put(id, { fee_type: 'free', is_active: false })
    expect((await ask('DELETE', path, { ids: [id] })).status).toBe(200)
    expect(await history(id)).toEqual([
      { price: 350_000, is_on: true },
      { price: 300_000, is_on: true },
      { price: 250_000, is_on: true },
      { price: 250_000, is_on: false },
      { price: 0, is_on: false },
    ])
  })

  it('says what held at a moment', async () => {
    const { db } = test.platform.database
    const { id } = (await ask('POST', path, paid)).body.data
    await db.update(productTerms).set({ since: sql`now() - interval '2 days'` }).where(eq(productTerms.product, id))
    await put(id, { price: 400_000 })
    const sold = { section: membership.name, product: id }
    const ago = (time: string) => termsAt(db, sold, sql`now() - ${time}::interval`)
    expect([await ago('3 days'), await ago('1 day'), await ago('0 days')]).toEqual([
      null,
      { price: 350_000, is_on: true },
      { price: 400_000, is_on: true },
    ])
    expect(await termsAt(db, { ...sold, variant: 'another' }, new Date().toISOString())).toBeNull()
    // Deleted ones keep terms for earlier orders.
    await ask('DELETE', path, { ids: [id] })
    expect([await ago('1 day'), await ago('0 days')]).toEqual([
      { price: 350_000, is_on: true },
      { price: 400_000, is_on: false },
    ])
  })
})

it('a membership drops the prices of what is free, and demands one of what is paid', async () => {
  const free = await ask('POST', path, { ...paid, fee_type: 'free', discount_price: 5 })
  expect(free.body.data).toMatchObject({ price: null, discount_price: null, is_active: true, type: 'Regular' })
  const { status, body } = await ask('POST', path, { ...paid, price: undefined })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['price']])
})

describe('type', () => {
  it('may be that of either mode, as one API serves both consoles', async () => {
    for (const type of ['Cuti', 'Active']) {
      const { status, body } = await ask('POST', path, { ...paid, type })
      expect([status, body.data?.type]).toEqual([201, type])
    }
  })
})
