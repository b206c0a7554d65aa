import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { membership } from '#contract/sections/product/membership.ts'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/database.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { guest } from '#server/platform/core/context.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { type Held, loadProducts, takeHolds } from './product-registry.ts'

let test: TestPlatform
let ask: TestRequest
let picture: File
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get product', 'create product', 'update product']))
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  picture = new File([new Uint8Array(content)], 'kaos.png', { type: 'image/png' })
})
afterAll(() => test.close())

async function goods(sku: string, values: Record<string, unknown>) {
  const form = new FormData()
  form.append('merchandise', JSON.stringify({ name: 'Kaos', sku, price: 100_000, ...values }))
  form.append('image', picture)
  const { status, body } = await ask('POST', merchandise.path, form)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const line = (product_id: number, qty: number, variant?: string): Held => ({ category: 'merchandise', product_id, qty, variant })
const take = (lines: readonly Held[], options?: { giveBack: boolean }) =>
  test.platform.database.transaction((db: Db) =>
    takeHolds({ platform: test.platform, db, user: { ...guest, name: 'Sari' } }, lines, options),
  )
const shown = async (id: number) => (await ask('GET', `${merchandise.path}/${id}`)).body.data

it('loadProducts returns a product by category and number, with its variant and rights', async () => {
  const { db } = test.platform.database
  const paid = { fee_type: 'paid', price: 350_000, duration_days: 30 }
  const { id: vip } = (await ask('POST', membership.path, { ...paid, name: 'EMT VIP', product: 'EMT', type: 'VIP' })).body.data
  const { id: leave } = (await ask('POST', membership.path, { ...paid, name: 'Cuti EMT', product: 'EMT', type: 'Cuti' })).body.data
  const { id: shirt, variants } = await goods('K-1', { stock: 0, variants: [{ name: 'XL', price: 120_000, stock: 2 }] })
  const [xl] = variants
  const found = await loadProducts(db, [
    { category: 'merchandise', product_id: shirt, variant: xl.ref },
    { category: 'membership', product_id: vip },
    { category: 'membership', product_id: leave },
    { category: 'merchandise', product_id: shirt },
    { category: 'membership', product_id: vip, variant: xl.ref },
    { category: 'membership', product_id: 999_999 },
  ])
  expect(found).toEqual([
    { category: 'merchandise', product_id: shirt, variant: xl.ref, name: 'Kaos, XL', right: null },
    { category: 'membership', product_id: vip, variant: '', name: 'EMT VIP', right: { product: 'EMT', type: 'VIP', days: 30 } },
    { category: 'membership', product_id: leave, variant: '', name: 'Cuti EMT', right: { product: 'EMT', type: 'Cuti', days: 30 } },
    'variant',
    'variant',
    'product_id',
  ])
})

it('takeHolds takes and returns pieces of products and variants, with a version and a history', async () => {
  const cap = await goods('K-2', { stock: 5 })
  const shirt = await goods('K-3', {
    stock: 0,
    variants: [
      { name: 'S', price: 1, stock: 3 },
      { name: 'L', price: 1, stock: 4 },
    ],
  })
  const [s, l] = shirt.variants
  const lines = [line(shirt.id, 1, s.ref), line(cap.id, 2), line(shirt.id, 2, l.ref), line(shirt.id, 1, s.ref)]
  expect(await take(lines)).toBeNull()
  const after = await shown(shirt.id)
  expect([after.variants.map(({ stock }: { stock: number }) => stock), after.version, after.updated_by]).toEqual([[1, 2], 2, 'Sari'])
  expect(await shown(cap.id)).toMatchObject({ stock: 3, version: 2 })
  const history = await ask('GET', `${merchandise.path}/${cap.id}/history`)
  expect(history.body.data[0]).toMatchObject({ changes: { stock: [5, 3] } })
  expect(await take(lines, { giveBack: true })).toBeNull()
  expect([(await shown(cap.id)).stock, (await shown(shirt.id)).variants]).toEqual([5, shirt.variants])
  // No price changed by it.
  const terms = await test.platform.database.db
    .select()
    .from(productTerms)
    .where(and(eq(productTerms.section, merchandise.name), eq(productTerms.product, cap.id)))
  expect(terms).toHaveLength(1)
})

it('takeHolds takes nothing if one line exceeds the stock, and returns which', async () => {
  const cap = await goods('K-4', { stock: 5 })
  const mug = await goods('K-5', { stock: 1 })
  expect(await take([line(cap.id, 1), line(mug.id, 2)])).toBe(1)
  expect(await take([line(cap.id, 3), line(mug.id, 1), line(cap.id, 3)])).toBe(2)
  expect(await take([line(cap.id, 1), line(999_999, 1)])).toBe(1)
  expect([(await shown(cap.id)).stock, (await shown(mug.id)).stock]).toEqual([5, 1])
})

it('takeHolds gives the last piece to one of many concurrent orders', async () => {
  const cap = await goods('K-6', { stock: 1 })
  const taken = await Promise.all(Array.from({ length: 20 }, () => take([line(cap.id, 1)])))
  expect([taken.filter((each) => each === null).length, (await shown(cap.id)).stock]).toEqual([1, 0])
})
