import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { seatWindow } from '#contract/commerce/seat-order.ts'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { payBody, refundBody, transaction } from '#contract/sections/sales/transaction.ts'
import { orderItems } from '#server/db/tables/commerce.ts'
import { makePerson } from '#tests/support/api.ts'
import { inHours, makeEventWorld } from '#tests/support/events.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs } from '#tests/support/request.ts'

const world = await makeEventWorld()
const { ask, db, app, platform, makeEvent, participantsOf } = world
afterAll(() => world.close())

const { path } = transaction
type Values = Record<string, unknown>

let phones = 0
/** A cash order of seats; each line is an event of this price. */
async function placed(prices: readonly number[], values: Values = {}) {
  phones += 1
  const events = await Promise.all(
    prices.map((price) => makeEvent({ fee_type: 'paid', price, start_at: inHours(80), end_at: inHours(81) })),
  )
  const items = events.map(({ id }) => ({ category: 'event', product_id: id, qty: 1 }))
  const customer = { name: `Pembeli ${phones}`, phone: `62813990${10_000 + phones}` }
  const form = formOf(transaction.fields, { customer, items, payment_method: 'cash', payment_status: 'paid', ...values })
  const { status, body } = await ask('POST', path, form)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: Number(body.data.id), events: events.map(({ id }) => id) }
}
const refund = (id: number, values: Values, as = ask) => as('POST', `${path}/${id}/refunds`, values)
const change = (id: number, values: Values) => ask('PUT', `${path}/${id}/payment-status`, formOf(payBody, values))
const one = async (id: number) => (await ask('GET', `${path}/${id}`)).body.data
const wrong = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  body.reason?.code ?? Object.entries(body.fields ?? {}).map(([field, each]) => `${field} ${(each as { code: string }).code}`)[0],
]

it('a refund says how much, why, when and by whom, and at most what is left goes back', async () => {
  const { id } = await placed([100_000, 200_001])
  const at = new Date().toISOString()
  const { status, body } = await refund(id, { amount: 100_000, reason: 'Acara pindah', refunded_at: at })
  expect([status, body.data.refunded]).toEqual([200, 100_000])
  expect(body.data.refunds).toEqual([
    expect.objectContaining({ amount: 100_000, reason: 'Acara pindah', refunded_at: at, created_by: expect.any(String) }),
  ])
  const shares = await db.select().from(orderItems).where(eq(orderItems.order_id, id)).orderBy(orderItems.id)
  expect(shares.map(({ refunded }) => refunded)).toEqual([33_333, 66_667])
  const refused = await refund(id, { amount: 200_002, reason: 'Semua' })
  expect([wrong(refused), refused.body.fields.amount.params]).toEqual([[422, 'amount max_value'], { max: 200_001 }])
  expect((await refund(id, { amount: 200_001, reason: 'Sisa' })).status).toBe(200)
  expect(wrong(await refund(id, { amount: 1, reason: 'Lagi' }))).toEqual([422, 'nothing_to_refund'])
  expect(await one(id)).toMatchObject({ payment_status: 'paid', total: 300_001, refunded: 300_001 })
  const history = (await ask('GET', `${path}/${id}/history`)).body.data
  expect(history[0].changes.refunded).toEqual([100_000, 300_001])
})

it.each([
  ['amount min_value', { amount: 0, reason: 'x' }],
  ['amount min_value', { amount: -5, reason: 'x' }],
  ['amount integer', { amount: 0.5, reason: 'x' }],
  ['amount number', { amount: 'semua', reason: 'x' }],
  ['amount max_value', { amount: Number.MAX_SAFE_INTEGER, reason: 'x' }],
  ['amount required', { reason: 'x' }],
  ['reason required', { amount: 1, reason: ' ' }],
  ['reason max_length', { amount: 1, reason: 'x'.repeat(501) }],
  ['refunded_at future', { amount: 1, reason: 'x', refunded_at: new Date(Date.now() + 3_600_000).toISOString() }],
  ['refunded_at before_payment', { amount: 1, reason: 'x', refunded_at: new Date(Date.now() - 86_400_000).toISOString() }],
  ['refunded_at date_time', { amount: 1, reason: 'x', refunded_at: 'kemarin dulu' }],
])('a refund is refused with the words at its field: %s', async (expected, values) => {
  const { id } = await placed([100_000])
  expect(wrong(await refund(id, values))).toEqual([422, expected])
  expect((await one(id)).refunded).toBe(0)
})

it('two refunds at once give no more back than was paid', async () => {
  const { id } = await placed([100_000])
  const both = await Promise.all([1, 2].map(() => refund(id, { amount: 60_000, reason: 'Dua kali' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await one(id)).refunded).toBe(60_000)
})

it('a refund needs the permission of a payment, and an order that was paid', async () => {
  const { id } = await placed([100_000])
  const reader = requestAs(app, await makePerson(platform, ['get transaction', 'create transaction', 'delete transaction']))
  expect((await refund(id, { amount: 1, reason: 'x' }, reader)).status).toBe(403)
  const seller = requestAs(app, await makePerson(platform, ['get transaction', 'update transaction'], 'Sales'))
  expect((await refund(id, { amount: 1, reason: 'x' }, seller)).status).toBe(404)
  const unpaid = await placed([100_000], { payment_status: 'unpaid' })
  expect(wrong(await refund(unpaid.id, { amount: 1, reason: 'x' }))).toEqual([422, 'nothing_to_refund'])
  expect((await change(unpaid.id, { payment_status: 'cancel' })).status).toBe(200)
  expect(wrong(await refund(unpaid.id, { amount: 1, reason: 'x' }))).toEqual([422, 'nothing_to_refund'])
})

it('a paid order is cancelled with a reason, says what goes back, and ends its seat', async () => {
  const { id, events } = await placed([150_000])
  expect(wrong(await change(id, { payment_status: 'cancel' }))).toEqual([422, 'note required'])
  expect(wrong(await change(id, { payment_status: 'cancel', note: 'Batal', refund: 150_001 }))).toEqual([422, 'refund max_value'])
  const { status, body } = await change(id, { payment_status: 'cancel', note: 'Batal', refund: 50_000 })
  expect([status, body.data]).toMatchObject([200, { payment_status: 'cancel', note: 'Batal', refunded: 50_000 }])
  expect(body.data.refunds).toMatchObject([{ amount: 50_000, reason: 'Batal' }])
  expect(await participantsOf(events[0] ?? 0)).toMatchObject([{ state: 'cancelled' }])
  expect((await refund(id, { amount: 100_000, reason: 'Sisanya' })).status).toBe(200)
})

it('a paid order is deleted with a reason alone, and comes back with its refunds', async () => {
  const { id } = await placed([150_000])
  await refund(id, { amount: 50_000, reason: 'Diskon' })
  const silent = await ask('DELETE', path, { ids: [id] })
  expect([silent.status, silent.body.reason.code]).toEqual([422, 'paid_note'])
  const other = await placed([150_000], { note: 'Dobel' })
  const both = (await ask('DELETE', path, { ids: [id, other.id] })).body
  expect([both.success_entities, both.failed_entities]).toMatchObject([[{ id: other.id }], [{ id, reason: { code: 'paid_note' } }]])
  await ask('PUT', `${path}/${id}/note`, { note: 'Salah orang' })
  expect((await ask('DELETE', path, { ids: [id] })).status).toBe(200)
  const trashed = (await ask('GET', `${path}/trashed/${id}`)).body.data
  expect(trashed).toMatchObject({ total: 150_000, refunded: 50_000, member_name: expect.any(String) })
  expect((await ask('PUT', `${path}/trashed/${id}/restore`)).body.data).toMatchObject({ payment_status: 'paid', refunded: 50_000 })
})

const giveUp = (id: number, body: Values, as = ask) => as('PUT', `${participant.path}/${id}/cancel`, body)
async function seated(price: number) {
  const made = await placed([price])
  const [seat] = await participantsOf(made.events[0] ?? 0)
  return { ...made, seat: seat?.id ?? 0 }
}

it('whoever gives up a paid seat is asked what becomes of its order', async () => {
  const { seat, id } = await seated(200_000)
  expect(wrong(await giveUp(seat, {}))).toEqual([422, 'order required'])
  expect(wrong(await giveUp(seat, { order: 'cancel' }))).toEqual([422, 'note required'])
  expect(wrong(await giveUp(seat, { order: 'keep', refund: 200_001, note: 'Sakit' }))).toEqual([422, 'refund max_value'])
  expect(await one(id)).toMatchObject({ payment_status: 'paid', refunded: 0 })
})

it('a seat and its order end together, with the money that goes back', async () => {
  const { seat, id, events } = await seated(200_000)
  const { status, body } = await giveUp(seat, { order: 'cancel', refund: 200_000, note: 'Sakit' })
  expect([status, body.data]).toMatchObject([200, { state: 'cancelled', order_status: 'cancel', order_refunded: 200_000 }])
  expect(await one(id)).toMatchObject({ payment_status: 'cancel', refunded: 200_000, note: 'Sakit' })
  const shown = (await ask('GET', `${participant.path}/${seat}`)).body.data
  expect(shown).toMatchObject({ order_id: id, order_status: 'cancel', order_total: 200_000, order_refunded: 200_000 })
  expect((await ask('GET', `${event.path}/${events[0]}`)).body.data.taken).toBe(0)
})

it('the mail of a cancelled registration says what becomes of the money', async () => {
  const written = async (body: Values) => {
    const { seat, id } = await seated(200_000)
    const email = `batal${seat}@surat.test`
    const row = (await ask('GET', `${participant.path}/${seat}`)).body.data
    expect((await ask('PUT', `${participant.path}/${seat}`, { ...row, email, language: 'en' })).status).toBe(200)
    await giveUp(seat, body)
    await world.runJobs()
    const mail = (await world.mails()).find((text) => text.includes(email) && text.includes('You can register again'))
    return [mail ?? '', (await one(id)).order_number]
  }
  const [back, first] = await written({ order: 'cancel', refund: 150_000, note: 'Sakit' })
  expect(back.replace(/\s+/g, ' ')).toMatch(new RegExp(`Of order ${first}, Rp.{1,4}150.000 goes back to you.`))
  const [kept, second] = await written({ order: 'keep' })
  expect(kept.replace(/\s+/g, ' ')).toContain(`Order ${second} stands.`)
})

it('an order may be kept, with a part that goes back; without a word nothing changes', async () => {
  const { seat, id } = await seated(200_000)
  expect((await giveUp(seat, { order: 'keep', refund: 50_000, note: 'Sebagian' })).status).toBe(200)
  expect(await one(id)).toMatchObject({ payment_status: 'paid', refunded: 50_000 })
  const other = await seated(200_000)
  expect((await giveUp(other.seat, { order: 'keep' })).status).toBe(200)
  expect(await one(other.id)).toMatchObject({ payment_status: 'paid', refunded: 0 })
})

it('money of an order is changed by whoever may change payments; others keep it', async () => {
  const { seat, id } = await seated(200_000)
  const host = requestAs(app, await makePerson(platform, ['get event', 'update event']))
  expect(wrong(await giveUp(seat, { order: 'cancel', note: 'Sakit' }, host))).toEqual([422, 'order not_allowed'])
  const shown = (await host('GET', `${participant.path}/${seat}`)).body.data
  expect([shown.state, 'order_total' in shown]).toEqual(['registered', false])
  // What the console asks of somebody who does not see the order, and sends.
  const asking = { access: { roles: [], permissions: ['update event'] }, now: Date.now() }
  expect(seatWindow.asks?.(shown, {})).toEqual(['order'])
  expect(seatWindow.offers?.(shown, asking)).toEqual({ order: ['keep'] })
  const { order } = seatWindow.starts?.(shown, {}, asking) ?? {}
  expect((await giveUp(seat, { order }, host)).status).toBe(200)
  expect(await one(id)).toMatchObject({ payment_status: 'paid' })
})

it('a registration with a living order is cancelled before it is deleted', async () => {
  const { seat } = await seated(200_000)
  const refused = await ask('DELETE', participant.path, { ids: [seat] })
  expect([refused.status, refused.body.reason.code]).toEqual([422, 'seat_of_order'])
  await giveUp(seat, { order: 'cancel', note: 'Sakit' })
  expect((await ask('DELETE', participant.path, { ids: [seat] })).status).toBe(200)
})

it('a body of the base contract is taken as before, and a refund is part of no order form', async () => {
  const { id } = await placed([100_000], { payment_status: 'unpaid' })
  expect((await ask('PUT', `${path}/${id}/payment-status`, { payment_status: 'paid' })).body.data.payment_status).toBe('paid')
  expect(Object.keys(refundBody)).toEqual(['amount', 'reason', 'refunded_at'])
  const forged = await placed([100_000], { refunded: 5, refunds: [{ amount: 5, reason: 'x' }] })
  expect(await one(forged.id)).toMatchObject({ refunded: 0, refunds: [] })
})
