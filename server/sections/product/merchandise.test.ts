import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { createApp } from '#server/app.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let picture: File
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(
    createApp(test.platform),
    await makePerson(test.platform, ['get product', 'create product', 'update product', 'delete product']),
  )
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  picture = new File([new Uint8Array(content)], 'kaos.png', { type: 'image/png' })
})
afterAll(() => test.close())

const { path } = merchandise
const small = { name: 'S', price: 149_000, stock: 3 }
const shirt = {
  name: 'Kaos Bull Market',
  sku: 'KAOS-BULL',
  price: 149_000,
  stock: 0,
  variants: [small, { ...small, name: 'XL', price: 159_000 }],
}

/** Wire form of docs/product/forms.md#wire-forms: a JSON part, and the file. */
function form(values: Readonly<Record<string, unknown>>, file: File | null = picture): FormData {
  const data = new FormData()
  data.append('merchandise', JSON.stringify(values))
  if (file) data.append('image', file)
  return data
}

const history = async (product: number) => {
  const rows = await test.platform.database.db
    .select({ variant: productTerms.variant, price: productTerms.price, is_on: productTerms.is_on })
    .from(productTerms)
    .where(eq(productTerms.product, product))
    .orderBy(asc(productTerms.id))
  return rows
}

it('merchandise is a part of JSON beside its picture, and keeps what its variants cost and when they were sold', async () => {
  const made = await ask('POST', path, form(shirt))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, image, variants } = made.body.data
  expect(image).toMatchObject({ name: 'kaos.png', type: 'image/png' })
  expect(variants).toMatchObject(shirt.variants)
  const [s, xl] = variants
  const dearer = form({ ...shirt, variants: [{ ...s, price: 155_000, stock: 1 }, xl] }, null)
  const changed = await ask('PUT', `${path}/${id}`, dearer, { 'Update-Mask': 'variants' })
  expect(changed.body.data).toMatchObject({ image, variants: [{ ref: s.ref, price: 155_000 }, { ref: xl.ref }] })
  await ask('PUT', `${path}/${id}`, form({ ...shirt, variants: [s] }, null), { 'Update-Mask': 'variants' })
  await ask('DELETE', path, { id: [id] })
  expect(await history(id)).toEqual([
    { variant: '', price: 149_000, is_on: true },
    { variant: s.ref, price: 149_000, is_on: true },
    { variant: xl.ref, price: 159_000, is_on: true },
    { variant: s.ref, price: 155_000, is_on: true },
    { variant: s.ref, price: 149_000, is_on: true },
    { variant: xl.ref, price: 159_000, is_on: false },
    { variant: '', price: 149_000, is_on: false },
    { variant: s.ref, price: 149_000, is_on: false },
  ])
})

it.each([
  ['no price', { ...shirt, sku: 'A-1', price: undefined }, 'price'],
  ['a negative stock', { ...shirt, sku: 'A-1', stock: -1 }, 'stock'],
  ['half a rupiah', { ...shirt, sku: 'A-1', variants: [{ ...small, price: 0.5 }] }, 'variants.0.price'],
  ['a variant without a name', { ...shirt, sku: 'A-1', variants: [{ price: 1, stock: 1 }] }, 'variants.0.name'],
])('refuses %s, and names it', async (_, values, field) => {
  const refused = await ask('POST', path, form(values))
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
})

it('merchandise has a code of its own, and a picture', async () => {
  expect((await ask('POST', path, form({ ...shirt, sku: 'MUG-1' }))).status).toBe(201)
  expect((await ask('POST', path, form({ ...shirt, sku: 'MUG-1' }))).body.fields).toMatchObject({ sku: { code: 'taken' } })
  expect((await ask('POST', path, form({ ...shirt, sku: 'MUG-2' }, null))).body.fields).toHaveProperty('image')
})
