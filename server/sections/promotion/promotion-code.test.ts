import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { membership } from '#contract/sections/product/membership.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { redeem } from '#server/commerce/promo.ts'
import { promoGuesses } from '#server/commerce/promo-guesses.ts'
import type { Db } from '#server/db/database.ts'
import { orders, promoCodes } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = promotionCode
const permissions = ['get product', 'create product', 'update product', 'delete product', 'get member']
const terms = { discount_kind: 'percent', value: 10, type: 'all', start: '2026-01-01', end: '2099-12-31' }

let test: TestPlatform
let app: ReturnType<typeof createApp>
let ask: TestRequest
let seller: Person
let db: Db
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, permissions))
  seller = await makePerson(test.platform, permissions, 'Sales')
})
afterAll(() => test.close())

let made = 0
const create = async (values: Record<string, unknown> = {}) => {
  const { status, body } = await ask('POST', path, { ...terms, code: `CODE${++made}`, ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const put = (id: number, values: Record<string, unknown>) =>
  ask('PUT', `${path}/${id}`, values, { 'Update-Mask': Object.keys(values).join() })

async function member(name: string, sales_id: number | null = null): Promise<number> {
  const phone = `62811${String(++made).padStart(7, '0')}`
  const [row] = await db.insert(members).values({ name, phone, sales_id }).returning({ id: members.id })
  return row?.id ?? 0
}

async function uses(code: number, who: number, sales: number | null = null): Promise<string> {
  const order_number = `TRX-260301-${++made}`
  const values = {
    order_number,
    phone: '628130000',
    member_id: who,
    subtotal: 500,
    discount: 50,
    total: 450,
    order_date: sql`now()`,
    sales,
    promo_id: code,
  }
  const [order] = await db.insert(orders).values(values).returning({ id: orders.id })
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.id, code))
  if (!promo || !order) throw new Error('nothing was written')
  expect(await redeem(db, { code: promo, order: order.id, member: who, amount: 50 })).toBeNull()
  return order_number
}

describe('a code', () => {
  it('is kept in upper case, once', async () => {
    expect((await create({ code: 'hemat20' })).code).toBe('HEMAT20')
    const again = await ask('POST', path, { ...terms, code: 'Hemat20' })
    expect([again.status, again.body.fields]).toMatchObject([422, { code: { code: 'taken' } }])
  })

  it.each([
    ['a space', { code: 'HE MAT' }, 'code'],
    ['more than 100 percent', { value: 100.01 }, 'value'],
    ['three decimals', { value: 12.345 }, 'value'],
    ['nothing off', { value: 0 }, 'value'],
    ['half a rupiah', { discount_kind: 'amount', value: 1_000.5 }, 'value'],
    ['a negative limit', { max_discount: -1 }, 'max_discount'],
    ['2^53 rupiah', { min_amount: 2 ** 53 }, 'min_amount'],
    ['a quota of none', { quota: 0 }, 'quota'],
    ['an end before the start', { end: '2025-12-31' }, 'end'],
    ['a category that there is not', { products: [{ category: 'stock' }] }, 'products.0.category'],
    ['a product that there is not', { products: [{ category: 'membership', product_id: 999_999 }] }, 'products.0.product_id'],
  ])('refuses %s', async (_, values, field) => {
    const { status, body } = await ask('POST', path, { ...terms, code: `BAD${++made}`, ...values })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  it.each([0.01, 12.5, 33.33, 99.99, 100])('takes %s percent', async (value) => {
    expect((await create({ value })).value).toBe(value)
  })

  it('has a status by its switch, its days and its quota', async () => {
    const status = async (values: Record<string, unknown>) => (await create(values)).status
    expect(await status({})).toBe('running')
    expect(await status({ start: '2099-01-01' })).toBe('planned')
    expect(await status({ end: '2026-01-31' })).toBe('ended')
    expect(await status({ is_active: false })).toBe('off')
    const { id } = await create({ quota: 1 })
    await uses(id, await member('Budi'))
    expect((await ask('GET', `${path}/${id}`)).body.data).toMatchObject({ status: 'used_up', used: 1 })
    const found = await ask('GET', `${path}?query=status:used_up`)
    expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([id])
  })
})

describe('a used code', () => {
  it('keeps a quota that covers its uses, and is not deleted', async () => {
    const { id, code } = await create({ quota: 5 })
    for (const name of ['Ani', 'Beni']) await uses(id, await member(name))
    const low = await put(id, { quota: 1 })
    expect([low.status, low.body.fields]).toMatchObject([422, { quota: { code: 'min_value', params: { min: 2 } } }])
    expect((await put(id, { quota: 2 })).status).toBe(200)
    const { status, body } = await ask('DELETE', path, { ids: [id] })
    expect([status, body]).toMatchObject([422, { code: 'in_use', reason: { code: 'in_use', params: { title: code } } }])
    const { id: free } = await create()
    expect((await ask('DELETE', path, { ids: [free] })).status).toBe(200)
  })

  it('names who used it; a salesperson sees their own orders and members', async () => {
    const { id, code } = await create()
    const [own, other] = [await member('Citra', seller.id), await member('Dewi')]
    const numbers = [await uses(id, own), await uses(id, other), await uses(id, other, seller.id)]
    const listed = await ask('GET', `${path}/${id}/used?size=2`)
    expect(listed.body).toMatchObject({ total_record: 3, next_page: 2 })
    expect(listed.body.data[0]).toMatchObject({ member_id: other, member_name: 'Dewi', order_number: numbers[2], amount: 50 })
    const sold = await requestAs(app, seller)('GET', `${path}/${id}/used`)
    expect(sold.body.data.map((row: { order_number: string }) => row.order_number)).toEqual([numbers[2], numbers[0]])
    expect((await ask('GET', `${path}/999999/used`)).status).toBe(404)
    const file = async ({ token }: Person) => {
      const answer = await app.request(`${path}/${id}/used/export?format=csv`, { headers: { authorization: `Bearer ${token}` } })
      return { text: await answer.text(), name: answer.headers.get('content-disposition') }
    }
    const { text, name } = await file(seller)
    expect([text.includes('Citra'), text.split('\r\n').filter(Boolean).length, name?.includes(`promotion-code-${code}`)]).toEqual([
      true,
      3,
      true,
    ])
  })
})

describe('unique codes', () => {
  it('are made at once with the terms of one, each for one order', async () => {
    const { id } = await create({ name: 'Undangan', quota: 9, member_limit: 1, is_active: false, products: [{ category: 'merchandise' }] })
    const { status } = await ask('POST', `${path}/${id}/bulk`, { count: 1_500, prefix: 'vip' })
    expect(status).toBe(200)
    const { body } = await ask('GET', `${path}?query=search:VIP&size=1500`)
    expect(body.total_record).toBe(1_500)
    const [first] = body.data
    expect(first).toMatchObject({ name: 'Undangan', quota: 1, used: 0, member_limit: 1, is_active: true, value: 10 })
    expect(first.code).toMatch(/^VIP[A-Z2-9]{8}$/)
    expect(first.products).toMatchObject([{ category: 'merchandise' }])
    expect(new Set(body.data.map((row: { batch: string }) => row.batch)).size).toBe(1)
    const history = await ask('GET', `${path}/${first.id}/history`)
    expect(history.body.data).toHaveLength(1)
  })

  it.each([0, 10_001, 1.5])('are not made %s at a time', async (count) => {
    const { id } = await create()
    expect((await ask('POST', `${path}/${id}/bulk`, { count })).body.fields).toHaveProperty('count')
  })
})

describe('apply', () => {
  const sold = async (values: Record<string, unknown> = {}) =>
    (await ask('POST', membership.path, { name: 'EMT', product: 'EMT', fee_type: 'paid', price: 1_499_000, duration_days: 30, ...values }))
      .body.data.id

  it('says what a code takes off, and holds nothing', async () => {
    const [id, who] = [await sold(), await member('Eka')]
    const { id: code } = await create({ code: 'APPLY10', quota: 1 })
    const question = { customer_id: who, product_id: [id], type: 'membership', code: ' apply10 ' }
    for (const _ of [1, 2]) {
      const { status, body } = await ask('POST', `${path}/apply`, question)
      expect([status, body]).toMatchObject([200, { data: { eligible: 1_499_000, discount: 149_900, total: 1_349_100 } }])
      expect(body.message).toMatch(/^Selamat! /)
    }
    const items = [{ category: 'membership', product_id: id, qty: 3 }]
    expect((await ask('POST', `${path}/apply`, { ...question, items })).body.data.discount).toBe(449_700)
    expect((await ask('GET', `${path}/${code}`)).body.data.used).toBe(0)
  })

  it('is no way to guess codes, or to ask without end', async () => {
    const [id, who] = [await sold(), await member('Gita')]
    await create({ code: 'REAL' })
    const by = async () => requestAs(app, await makePerson(test.platform, permissions))
    const times = async (person: TestRequest, count: number, code: (at: number) => string, customer = who) => {
      const seen: string[] = []
      for (let at = 0; at < count; at++) {
        const question = { customer_id: customer, product_id: [id], type: 'membership', code: code(at) }
        const { status, body } = await person('POST', `${path}/apply`, question)
        seen.push(body.reason?.code ?? String(status))
      }
      return seen
    }
    const guesser = await by()
    const guesses = await times(guesser, 61, (at) => (at === 3 ? 'REAL' : `GUESS${at}`))
    expect([guesses[3], guesses[59], guesses[60]]).toEqual(['200', 'promo_unknown', 'promo_unknown'])
    expect(await times(guesser, 2, () => 'REAL')).toEqual(['429', '429'])
    const flood = await times(await by(), 121, () => 'REAL', 999_999)
    expect([new Set(flood.slice(0, 120)), flood[120]]).toEqual([new Set(['422']), '429'])
  })

  describe('an order', () => {
    const orderer = [...permissions, 'create transaction', 'get transaction']
    const start = async () => {
      const [id, who] = [await sold(), await member('Hana')]
      const owner = await makePerson(test.platform, orderer)
      // Each process has its own app; they share the database.
      const [here, there] = [requestAs(app, owner), requestAs(createApp(test.platform), owner)]
      const values = { items: [{ category: 'membership', product_id: id, qty: 1 }], member_id: who, payment_method: 'cash' }
      const order = async (promo_code: string | undefined, person = here, headers = {}) => {
        const form = formOf(transaction.fields, { ...values, ...(promo_code && { promo_code }) })
        const { status, body } = await person('POST', transaction.path, form, headers)
        return body.reason?.code ?? String(status)
      }
      const question = { customer_id: who, product_id: [id], type: 'membership' }
      const asks = async (code: string) => {
        const { status, body } = await there('POST', `${path}/apply`, { ...question, code })
        return body.reason?.code ?? String(status)
      }
      return { owner, here, there, values, order, asks }
    }

    it('counts an unknown code together with the questions, over all processes', async () => {
      await create({ code: 'HOLDS' })
      const { here, there, order, asks } = await start()
      const seen: string[] = []
      for (let at = 0; at < 20; at++) seen.push(await order(`GUESS${at}`, here), await order(`GUESS${at}`, there), await asks(`GUESS${at}`))
      expect(new Set(seen)).toEqual(new Set(['promo_unknown']))
      expect(await Promise.all([order('HOLDS', here), order('GUESS', there), asks('HOLDS')])).toEqual(['429', '429', '429'])
      expect(await order(undefined), 'without a code nothing is guessed').toBe('201')
    })

    it('counts codes that come at once', async () => {
      const { here, there, order } = await start()
      const burst = await Promise.all(Array.from({ length: 100 }, (_, at) => order(`BURST${at}`, at % 2 ? here : there)))
      expect([burst.filter((code) => code === 'promo_unknown').length, burst.filter((code) => code === '429').length]).toEqual([60, 40])
    })

    it('with a code that there is counts nothing, whether it holds or not', async () => {
      await create({ code: 'RIGHT' })
      await create({ code: 'SWITCHED', is_active: false })
      const { order } = await start()
      const seen = new Set<string>()
      for (let at = 0; at < 35; at++) {
        seen.add(await order('RIGHT'))
        seen.add(await order('SWITCHED'))
      }
      expect(seen).toEqual(new Set(['201', 'promo_inactive']))
    })

    it('that waited offline keeps its verdict beyond the limit, or has none and can be sent again', async () => {
      await create({ code: 'WAITED' })
      const { owner, here, order } = await start()
      const [sent, late] = [{ [syncHeaders.key]: randomUUID() }, { [syncHeaders.key]: randomUUID() }]
      expect(await order('WAITED', here, sent)).toBe('201')
      const guesses = promoGuesses(test.platform)
      for (let at = 0; at < 60; at++) await guesses.allows(owner.ref)
      expect([await order('WAITED', here, sent), await order('WAITED', here, late)]).toEqual(['201', '429'])
      await guesses.clear(owner.ref)
      expect(await order('WAITED', here, late)).toBe('201')
    })
  })

  it('says why a code does not hold, and what is missing or not sold', async () => {
    const [id, who] = [await sold(), await member('Fajar')]
    const asked = async (values: Record<string, unknown>) => {
      const { body } = await ask('POST', `${path}/apply`, {
        customer_id: who,
        product_id: [id],
        type: 'membership',
        code: 'NOBODY',
        ...values,
      })
      return body.reason?.code ?? Object.keys(body.fields ?? {})
    }
    await create({ code: 'OFF', is_active: false })
    await create({ code: 'GOODS', products: [{ category: 'merchandise' }] })
    await create({ code: 'LARGE', min_amount: 1_499_001 })
    expect(await asked({})).toBe('promo_unknown')
    expect(await asked({ code: 'off' })).toBe('promo_inactive')
    expect(await asked({ code: 'GOODS' })).toBe('promo_products')
    expect(await asked({ code: 'LARGE' })).toBe('promo_min')
    expect(await asked({ customer_id: 0 })).toEqual(['customer_id'])
    expect(await asked({ product_id: [] })).toEqual(['product_id'])
    expect(await asked({ type: '' })).toContain('type')
    expect(await asked({ customer_id: 999_999 })).toEqual(['customer_id'])
    expect(await asked({ product_id: [await sold({ is_active: false })] })).toEqual(['product_id.0'])
  })
})
