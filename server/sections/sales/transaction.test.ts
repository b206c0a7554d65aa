import * as xlsx from '@e965/xlsx'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { banks, orders, productTerms, promoCodes } from '#server/db/tables/commerce.ts'
import { members, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { makePerson } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, roomOf } from '#tests/support/chat.ts'
import { onePixel } from '#tests/support/example.ts'
import { line, makeOrderWorld, orderPermissions as permissions } from '#tests/support/orders.ts'
import type { TestRequest } from '#tests/support/request.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { ask, sell, seller, emt, vip, order, placed, pay, buyer, product, inDays } = world
const { db } = world.platform.database
afterAll(() => world.close())

const endsOf = async (member_id: number) =>
  (await db.select().from(membershipAccounts).where(eq(membershipAccounts.member_id, member_id)))
    .filter(({ expires_on }) => expires_on !== null)
    .map(({ type, expires_on }) => [type, expires_on])
describe('an order', () => {
  it('has a number of the day, the price of its products, and a day to be paid', async () => {
    const made = await placed({ member_id: await buyer(), items: [line(emt, { qty: 2 })] })
    expect(made).toMatchObject({ subtotal: 2_998_000, total: 2_998_000, discount: 0, payment_status: 'unpaid' })
    expect(made.order_number).toMatch(/^TRX-\d{6}-\d{4,}$/)
    const [, day, number] = made.order_number.split('-')
    const next = await placed({ member_id: await buyer(), items: [line(emt)] })
    expect(next.order_number).toBe(`TRX-${day}-${String(Number(number) + 1).padStart(4, '0')}`)
    expect(Date.parse(made.due_at) - Date.parse(made.created_at)).toBe(86_400_000)
    const proven = await placed({ member_id: await buyer(), items: [line(emt)], proof: [onePixel()] })
    expect(Date.parse(proven.due_at) - Date.parse(proven.created_at)).toBe(7 * 86_400_000)
  })

  it('makes a member of a new customer, and uses the one who has the phone', async () => {
    const customer = { name: 'Baru Sekali', phone: '6281399990001', email: 'baru@contoh.test' }
    const made = await placed({ customer, items: [line(emt)] }, sell)
    expect(made).toMatchObject({ member_name: 'Baru Sekali', member_phone: customer.phone, sales: seller.id, customer: null })
    const again = await placed({ customer: { ...customer, name: 'Nama Lain' }, items: [line(emt)] })
    expect(again).toMatchObject({ member_id: made.member_id, member_name: 'Baru Sekali' })
  })

  it('takes the phone in any spelling, of a new customer and of one who is there', async () => {
    const spelled = ['0813-9999-0077', '+62 813 9999 0077', '(+62) 813-9999-0077', '6281399990077']
    const made: { member_id: number; member_phone: string }[] = []
    for (const phone of spelled) made.push(await placed({ customer: { name: 'Ejaan', phone }, items: [line(emt)] }))
    expect(new Set(made.map(({ member_id }) => member_id)).size).toBe(1)
    expect(made.map(({ member_phone }) => member_phone)).toEqual(spelled.map(() => '6281399990077'))
  })

  it('for a deleted member is refused as that, by id and by phone; of whom one does not see nothing is told', async () => {
    const member_id = await buyer()
    const { phone } = (await ask('GET', `${member.path}/${member_id}`))?.body.data ?? {}
    await ask('PUT', `${member.path}/${member_id}`, { sales_id: 0 }, { 'Update-Mask': 'sales_id' })
    await ask('DELETE', member.path, { ids: [member_id] })
    const reason = { code: 'member_deleted' }
    for (const whom of [{ member_id }, { customer: { name: 'Lagi', phone } }]) {
      const refused = await order({ ...whom, items: [line(emt)] })
      expect([refused.status, refused.body.reason], JSON.stringify(whom)).toEqual([422, reason])
    }
    const colleague = await makePerson(world.platform, permissions, 'Sales')
    await db.update(members).set({ sales_id: colleague.id }).where(eq(members.id, member_id))
    const hidden = await order({ member_id, items: [line(emt)] }, sell)
    expect([hidden.status, hidden.body.fields.member_id.code]).toEqual([422, 'unknown_reference'])
  })

  it.each([
    ['nobody', {}, 'member_id'],
    ['no items', { items: [] }, 'items'],
    ['half a rupiah', { items: [{ price: 0.5 }] }, 'items.0.price'],
    ['2^53 rupiah', { items: [{ price: 2 ** 53 }] }, 'items.0.price'],
    ['a negative price', { items: [{ price: -1 }] }, 'items.0.price'],
    ['nothing of it', { items: [{ qty: 0 }] }, 'items.0.qty'],
    ['37 of a membership', { items: [{ qty: 37 }] }, 'items.0.qty'],
    ['a product that is not there', { items: [{ product_id: 999_999 }] }, 'items.0.product_id'],
    ['51 items', { items: Array.from({ length: 51 }, () => ({})) }, 'items'],
    ['a day 32 days ago', { order_date: new Date(Date.now() - 32 * 86_400_000).toISOString() }, 'order_date'],
    ['a day to come', { order_date: new Date(Date.now() + 3_600_000).toISOString() }, 'order_date'],
    ['a payment without proof', { payment_status: 'paid' }, 'proof'],
    ['an end of its own', { payment_status: 'cancel' }, 'payment_status'],
  ])('is refused with %s', async (name, { items, ...values }: Record<string, unknown>, field) => {
    const lines = Array.isArray(items) ? items.map((each) => ({ ...line(emt), ...each })) : [line(emt)]
    const refused = await order({ ...(name !== 'nobody' && { member_id: await buyer() }), items: lines, ...values })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  })

  it('keeps a price that held when it was made, for a week (example 26)', async () => {
    const id = await product({ name: 'EMT Promo', product: 'EMT', price: 1_000_000 })
    await db.update(productTerms).set({ since: sql`now() - interval '20 days'` }).where(eq(productTerms.product, id))
    await ask('PUT', `${membership.path}/${id}`, { price: 1_200_000 }, { 'Update-Mask': 'price' })
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const quoted = { items: [line(id, { price: 1_000_000 })] }
    expect(await placed({ member_id: await buyer(), ...quoted, order_date: ago(2) })).toMatchObject({ total: 1_000_000 })
    const late = await order({ member_id: await buyer(), ...quoted, order_date: ago(8) })
    expect([late.status, late.body.reason]).toEqual([422, { code: 'price_changed', params: { name: 'EMT Promo', price: 1_200_000 } }])
    expect(await placed({ member_id: await buyer(), items: [line(id)] })).toMatchObject({ total: 1_200_000 })
    await ask('PUT', `${membership.path}/${id}`, { is_active: false }, { 'Update-Mask': 'is_active' })
    expect((await order({ member_id: await buyer(), items: [line(id)] })).body.reason.code).toBe('product_off')
  })

  it('takes a product that is newer than the order by the clock of the device', async () => {
    const id = await product({ name: 'EMT Baru', product: 'EMT', price: 700_000 })
    const order_date = new Date(Date.now() - 600_000).toISOString()
    expect(await placed({ member_id: await buyer(), items: [line(id)], order_date })).toMatchObject({ total: 700_000 })
    await ask('PUT', `${membership.path}/${id}`, { is_active: false }, { 'Update-Mask': 'is_active' })
    expect((await order({ member_id: await buyer(), items: [line(id)], order_date })).body.reason.code).toBe('product_off')
  })

  it('goes through with the discount it asked for, or not at all (examples 14 and 20 to 22)', async () => {
    const terms = { discount_kind: 'percent', value: 10, start: '2026-01-01', end: '2099-12-31' }
    await db.insert(promoCodes).values([
      { code: 'SEPULUH', ...terms },
      { code: 'SATU', ...terms, quota: 1 },
      { code: 'SEKALI', ...terms, member_limit: 1 },
    ])
    expect(await placed({ member_id: await buyer(), items: [line(emt)], promo_code: 'sepuluh' })).toMatchObject({
      promo_code: 'SEPULUH',
      discount: 149_900,
      total: 1_349_100,
      items: [{ discount: 149_900 }],
    })
    // A hundred people request the last use at once; one gets it.
    const people = Array.from({ length: 100 }, (_, n) => ({ name: `Rebutan ${n}`, phone: `62815${10_000_000 + n}` }))
    const hundred = await db.insert(members).values(people).returning({ id: members.id })
    const asked = await Promise.all(hundred.map(({ id }) => order({ member_id: id, items: [line(emt)], promo_code: 'SATU' })))
    const [won, ...others] = asked.sort((a, b) => a.status - b.status)
    expect(won?.status).toBe(201)
    expect(others.map(({ status, body }) => [status, body.reason?.code])).toEqual(others.map(() => [422, 'promo_quota']))
    expect((await db.select({ used: promoCodes.used }).from(promoCodes).where(eq(promoCodes.code, 'SATU')))[0]?.used).toBe(1)
    // Its order expires, another takes the use: the first stays expired.
    await db
      .update(orders)
      .set({ payment_status: 'unpaid', due_at: sql`now() - interval '1 hour'` })
      .where(eq(orders.id, won?.body.data.id))
    expect((await pay(won?.body.data.id, { payment_status: 'cancel' })).status).toBe(200)
    await placed({ member_id: await buyer(), items: [line(emt)], promo_code: 'SATU' })
    const member_id = await buyer()
    const first = await placed({ member_id, items: [line(emt)], promo_code: 'SEKALI' })
    expect((await order({ member_id, items: [line(emt)], promo_code: 'SEKALI' })).body.reason.code).toBe('promo_member_limit')
    expect((await ask('DELETE', path, { ids: [first.id] }))?.status).toBe(200)
    await placed({ member_id, items: [line(emt)], promo_code: 'SEKALI' })
    const restored = await ask('PUT', `${path}/trashed/${first.id}/restore`)
    expect([restored?.status, restored?.body.reason.code]).toEqual([422, 'promo_member_limit'])
  })
})

describe('paying', () => {
  it('moves the end of the membership once, whoever pays at the same moment (examples 1, 5, 6 and 25)', async () => {
    const member_id = await buyer()
    const made = await placed({ member_id, items: [line(emt), line(emt, { qty: 2 }), line(vip)] })
    expect(await endsOf(member_id)).toEqual([])
    const both = await Promise.all([pay(made.id), pay(made.id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body.data).toMatchObject({ payment_status: 'paid' })
    expect(await endsOf(member_id)).toEqual([
      ['Regular', await inDays(90)],
      ['VIP', await inDays(30)],
    ])
    expect(await db.$count(membershipEntries, eq(membershipEntries.kind, 'grant'))).toBeGreaterThanOrEqual(3)
  })

  it('needs a proof, or cash; who means another payment is told', async () => {
    const made = await placed({ member_id: await buyer(), items: [line(emt)] })
    expect((await pay(made.id, { payment_status: 'paid' })).body.fields).toHaveProperty('proof')
    const cash = await placed({ member_id: await buyer(), items: [line(emt)], payment_method: 'cash', payment_status: 'paid' })
    expect(cash).toMatchObject({ payment_status: 'paid', due_at: null })
    expect((await pay(cash.id, { payment_status: 'paid', paid_at: new Date(Date.now() - 86_400_000).toISOString() })).status).toBe(412)
    expect((await pay(cash.id)).body.data.proof).toHaveLength(1)
  })

  it('goes no other way than the table of the rules', async () => {
    const code = async (id: number, payment_status: string) => {
      const { status, body } = await pay(id, { payment_status, ...(payment_status === 'paid' && { proof: [onePixel()] }) })
      return status === 200 ? body.data.payment_status : (body.reason?.code ?? Object.keys(body.fields)[0])
    }
    const made = await placed({ member_id: await buyer(), items: [line(emt)] })
    expect(await code(made.id, 'expired')).toBe('order_not_due')
    expect(await code(made.id, 'cancel')).toBe('cancel')
    const { version } = (await ask('GET', `${path}/${made.id}`))?.body.data ?? {}
    const again = await pay(made.id, { payment_status: 'cancel' })
    expect([again.status, again.body.data]).toMatchObject([200, { payment_status: 'cancel', version }])
    for (const to of ['paid', 'expired']) expect(await code(made.id, to), to).toBe('order_cancelled')
    expect((await ask('GET', `${path}/${made.id}/resend-confirmation`))?.body.reason.code).toBe('order_cancelled')
    const member_id = await buyer()
    const paid = await placed({ member_id, items: [line(emt)], payment_method: 'cash', payment_status: 'paid' })
    expect(await code(paid.id, 'cancel')).toBe('note')
    expect((await ask('PUT', `${path}/${paid.id}/note`, { note: 'Salah paket' }))?.body.data.note).toBe('Salah paket')
    expect(await code(paid.id, 'expired')).toBe('order_not_due')
    expect(await code(paid.id, 'cancel')).toBe('cancel')
    expect(await endsOf(member_id)).toEqual([])
  })
})

describe('the confirmation', () => {
  const resend = (id: number) => ask('GET', `${path}/${id}/resend-confirmation`)

  it('goes to the chat while it may be written to, and by mail; with neither it is refused', async () => {
    const member_id = await buyer()
    const made = await placed({ member_id, items: [line(emt)] })
    const refused = await resend(made.id)
    expect([refused?.status, refused?.body.reason?.code]).toEqual([422, 'no_email'])
    const number = await makeNumber(world.platform)
    await receive(world.platform, [fromCustomer(number, made.member_phone)])
    expect((await resend(made.id))?.status).toBe(200)
    const room = await roomOf(world.platform, made.member_phone)
    const [sent] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.room, room.id), eq(messages.is_admin, true)))
    expect(sent?.content).toContain(made.order_number)
    expect(await db.select().from(deliveries).where(eq(deliveries.room, room.id))).toHaveLength(1)
    expect((await resend(made.id))?.status).toBe(429)
    await db.update(rooms).set({ window_until: sql`now() - interval '1 second'` }).where(eq(rooms.id, room.id))
    await db.update(orders).set({ confirmed_at: null }).where(eq(orders.id, made.id))
    expect((await resend(made.id))?.status).toBe(422)
  })
})

describe('deleting and restoring', () => {
  it('takes back what was given, exactly, and gives it again (examples 7 to 9)', async () => {
    const member_id = await buyer()
    const cash = { member_id, payment_method: 'cash', payment_status: 'paid', note: 'Salah paket' }
    const a = await placed({ ...cash, items: [line(emt)] })
    const b = await placed({ ...cash, items: [line(emt)] })
    const both = [['Regular', await inDays(60)]]
    expect(await endsOf(member_id)).toEqual(both)
    const alone = await ask('DELETE', path, { ids: [a.id] })
    expect([alone?.status, alone?.body.message]).toEqual([422, 'Failed to delete data, can only delete member latest product'])
    expect((await ask('DELETE', path, { ids: [b.id] }))?.status).toBe(200)
    expect(await endsOf(member_id)).toEqual([['Regular', await inDays(30)]])
    expect((await ask('PUT', `${path}/trashed/${b.id}/restore`))?.body.data).toMatchObject({ payment_status: 'paid', paid_at: b.paid_at })
    expect(await endsOf(member_id)).toEqual(both)
    const together = await ask('DELETE', path, { ids: [a.id, b.id] })
    expect(together?.body.success_entities).toHaveLength(2)
    expect(await endsOf(member_id)).toEqual([])
  })

  it('of several follows the ledger, whatever day the payments claim', async () => {
    const member_id = await buyer()
    const cash = { member_id, payment_method: 'cash', payment_status: 'paid', note: 'Salah paket', items: [line(emt)] }
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const first = await placed(cash)
    const second = await placed({ ...cash, order_date: ago(3), paid_at: ago(3) })
    const together = await ask('DELETE', path, { ids: [first.id, second.id] })
    expect(together?.body.failed_entities).toEqual([])
    expect(await endsOf(member_id)).toEqual([])
  })

  it('leaves as much time to pay as there was', async () => {
    const made = await placed({ member_id: await buyer(), items: [line(emt)] })
    await ask('DELETE', path, { ids: [made.id] })
    await db.update(orders).set({ trashed_at: sql`now() - interval '2 hours'` }).where(eq(orders.id, made.id))
    const restored = await ask('PUT', `${path}/trashed/${made.id}/restore`)
    const moved = Date.parse(restored?.body.data.due_at) - Date.parse(made.due_at)
    expect(Math.round(moved / 60_000)).toBe(120)
  })
})

it('an export names the account that was paid to, and each refund', async () => {
  const account = { bank_name: 'BCA', account_holder: 'PT Lapangan', bank_branch: 'Solo' }
  const numbers = ['1234567', '7654321']
  const accounts = await db
    .insert(banks)
    .values(numbers.map((account_number) => ({ ...account, account_number })))
    .returning()
  const member_id = await buyer()
  const values = { member_id, items: [line(emt)], payment_method: 'cash', payment_status: 'paid', bank: accounts[1]?.id }
  const { id, order_number } = await placed(values)
  for (const amount of [100_000, 20_000]) await ask('POST', `${path}/${id}/refunds`, { amount, reason: `Sebab ${amount}` })
  const today = await inDays(0)
  const query = new URLSearchParams({ query: `created_at:${today}..${today},search:${order_number}`, columns: 'bank,refunded,refunds' })
  const response = await world.get(`${path}/export?${query}`, await makePerson(world.platform, permissions))
  const book = xlsx.read(new Uint8Array(await response.arrayBuffer()))
  const [row] = xlsx.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] ?? {}, { defval: null })
  expect(row).toEqual({
    Bank: 'BCA · 7654321',
    Refunded: 120_000,
    Refunds: expect.stringMatching(/^\d{4}-\d\d-\d\d 100000 Sebab 100000 \(.+\); \d{4}-\d\d-\d\d 20000 Sebab 20000 \(.+\)$/),
  })
})

it('an order is visible to its salesperson and that of the member alone', async () => {
  const other = await placed({ member_id: await buyer(), items: [line(emt)] })
  expect((await sell('GET', `${path}/${other.id}`))?.status).toBe(404)
  const own = await placed({ member_id: await buyer(), items: [line(emt)] }, sell)
  expect((await sell('GET', `${path}/${own.id}`))?.status).toBe(200)
  const found = await sell('GET', `${path}?query=${encodeURIComponent(`search:${own.order_number}`)}`)
  expect(found?.body.data.map(({ id }: { id: number }) => id)).toEqual([own.id])
})

describe('the history of orders', () => {
  it('is asked for by member or by phone, in any spelling, and holds what one sees', async () => {
    const member_id = await buyer()
    const [first, second] = [await placed({ member_id, items: [line(emt)] }), await placed({ member_id, items: [line(vip)] })]
    await placed({ member_id: await buyer(), items: [line(emt)] })
    const ids = (answer: Awaited<ReturnType<TestRequest>> | undefined) => answer?.body.data.map(({ id }: { id: number }) => id)
    expect(ids(await ask('GET', `${path}/history/${member_id}`))).toEqual([second.id, first.id])
    expect(ids(await ask('GET', `${path}/history/${member_id}?query=payment_status:paid`))).toEqual([])
    const { phone } = (await ask('GET', `${member.path}/${member_id}`))?.body.data ?? {}
    for (const spelled of [phone, `0${phone.slice(2)}`, `+${phone}`]) {
      const answer = await ask('GET', `${path}/history/phone?query=${encodeURIComponent(`phone:${spelled}`)}`)
      expect(ids(answer), spelled).toEqual([second.id, first.id])
      expect(answer?.body.total_record).toBe(2)
    }
    // The order keeps its original phone.
    await ask('PUT', `${member.path}/${member_id}`, { name: 'Pindah nomor', phone: '6281399988877' })
    for (const each of [phone, '6281399988877'])
      expect(ids(await ask('GET', `${path}/history/phone?query=phone:${each}`))).toEqual([second.id, first.id])
    expect((await ask('GET', `${path}/history/phone`))?.status).toBe(422)
    expect(ids(await ask('GET', `${path}/history/phone?query=phone:bukan`))).toEqual([])
    expect((await ask('GET', `${path}/history/9999999`))?.status).toBe(404)
    for (const id of ['x', '-1']) expect((await ask('GET', `${path}/history/${id}`))?.status, id).toBe(422)
    await ask('PUT', `${member.path}/${member_id}`, { name: 'Pindah nomor', phone: '6281399988877', sales_id: 0 })
    expect(ids(await sell('GET', `${path}/history/phone?query=phone:${phone}`))).toEqual([])
  })
})

it('an order is exported with its items, their number, promo code and discount, and each reference once', async () => {
  const { order_number, member_name } = await placed({
    member_id: await buyer(),
    items: [line(emt, { qty: 2 }), line(vip)],
    note: 'Ekspor',
  })
  const today = await inDays(0)
  const exported = async (columns: string) => {
    const query = new URLSearchParams({ query: `created_at:${today}..${today},search:${order_number}`, columns })
    const person = await makePerson(world.platform, permissions)
    const response = await world.get(`${path}/export?${query}`, person)
    const book = xlsx.read(new Uint8Array(await response.arrayBuffer()))
    return xlsx.utils.sheet_to_json<Record<string, unknown>>(Object.values(book.Sheets)[0] ?? {}, { defval: null })
  }
  const [row] = await exported('')
  expect(row).toMatchObject({
    'Order number': order_number,
    Member: member_name,
    Items: '2 x EMT Bulanan @ 1499000; 1 x EMT VIP @ 1000000',
    Products: 'EMT Bulanan, EMT VIP',
    Quantity: 3,
    'Promo code': null,
    Discount: 0,
    Total: 3_998_000,
  })
  expect(Object.keys(row ?? {}).filter((header) => /^(?:Member|Sales|Bank|Campaign) name$/.test(header))).toEqual([])
  expect(await exported('order_number,items')).toEqual([
    {
      'Order number': order_number,
      Items: '2 x EMT Bulanan @ 1499000; 1 x EMT VIP @ 1000000',
      Products: 'EMT Bulanan, EMT VIP',
      Quantity: 3,
    },
  ])
})
