import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import { banks, orders } from '#server/db/tables/commerce.ts'
import { inHours, makeEventWorld } from '#tests/support/events.ts'
import { formOf } from '#tests/support/form.ts'
import { orderDue } from '../due.ts'

const world = await makeEventWorld()
const { ask, db, makeEvent, eventOf, participantsOf, register, visit, send } = world
afterAll(() => world.close())

let phones = 0
async function makeMember(values: Record<string, unknown> = {}): Promise<AnyRow> {
  phones += 1
  const { status, body } = await ask('POST', member.path, { name: `Pembeli ${phones}`, phone: `62813770${10_000 + phones}`, ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const order = (member_id: number, product_id: number, values: Record<string, unknown> = {}) =>
  ask(
    'POST',
    transaction.path,
    formOf(transaction.fields, {
      ...{ member_id, items: [{ category: 'event', product_id, qty: 1 }], payment_method: 'cash', note: 'Catatan' },
      ...values,
    }),
  )
async function placed(...given: Parameters<typeof order>): Promise<AnyRow> {
  const { status, body } = await order(...given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const pay = (id: number, payment_status = 'paid') =>
  ask('PUT', `${transaction.path}/${id}/payment-status`, formOf(payBody, { payment_status }))
const remove = (id: number) => ask('DELETE', transaction.path, { ids: [id] })
const restore = (id: number) => ask('PUT', `${transaction.path}/trashed/${id}/restore`)
const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.reason?.code]
const seatsOf = async (id: number) => {
  const { taken, offered } = await eventOf(id)
  return [taken, offered]
}
const paid = { fee_type: 'paid', price: 350_000 }

describe('the order of a seat', () => {
  it('keeps it while it is unpaid, and registers with the payment', async () => {
    const { id } = await makeEvent({ ...paid, quota: 1 })
    const [one, other] = [await makeMember({ email: 'satu@surat.test' }), await makeMember()]
    const made = await placed(one.id, id)
    expect(made).toMatchObject({ total: 350_000, payment_status: 'unpaid' })
    expect(await participantsOf(id)).toMatchObject([{ state: 'offered', order_id: made.id, offered_until: null, email: 'satu@surat.test' }])
    expect(await seatsOf(id)).toEqual([0, 1])
    expect(codeOf(await order(other.id, id))).toEqual([422, 'full'])
    expect(codeOf(await order(one.id, id))).toEqual([422, 'seat_held'])
    expect((await pay(made.id)).status).toBe(200)
    expect(await participantsOf(id)).toMatchObject([{ state: 'registered', registered_at: expect.any(String) }])
    expect(await seatsOf(id)).toEqual([1, 0])
    expect((await pay(made.id, 'cancel')).status).toBe(200)
    expect(await seatsOf(id)).toEqual([0, 0])
    expect((await placed(other.id, id, { payment_status: 'paid' })).payment_status).toBe('paid')
    expect(await seatsOf(id)).toEqual([1, 0])
  })

  it('gives it back when it is due, cancelled or deleted, to who waits', async () => {
    const { id, path } = await makeEvent({ ...paid, quota: 1 })
    const made = await placed((await makeMember()).id, id)
    const waiting = await register(path, { wait: 'yes' })
    expect(await seatsOf(id)).toEqual([0, 1])
    await db.update(orders).set({ due_at: sql`now() - interval '1 minute'` }).where(eq(orders.id, made.id))
    await world.platform.database.transaction((tx) =>
      tx.execute(sql`insert into jobs (ref, kind, lane) values (gen_random_uuid(), ${orderDue.name}, 'house')`),
    )
    await world.runJobs([orderDue])
    expect((await participantsOf(id)).map(({ state, order_id }) => [state, order_id === null])).toEqual([
      ['cancelled', false],
      ['offered', true],
    ])
    expect(await seatsOf(id)).toEqual([0, 1])
    // Paid late, the holds are taken again: there is none.
    expect(codeOf(await pay(made.id))).toEqual([422, 'full'])
    // Who was offered the seat accepts it by an order of their own.
    expect((await send(waiting.own, { action: 'accept' })).status).toBe(303)
    const [, accepted] = await participantsOf(id)
    expect(accepted).toMatchObject({ state: 'offered', order_id: expect.any(Number) })
    expect(await (await visit(waiting.own)).text()).toContain('Kursi Anda kami simpan')
    expect((await remove(accepted?.order_id ?? 0)).status).toBe(200)
    expect(await seatsOf(id)).toEqual([0, 0])
    expect((await pay(made.id)).status).toBe(200)
    expect(await seatsOf(id)).toEqual([1, 0])
    expect(codeOf(await restore(accepted?.order_id ?? 0))).toEqual([422, 'full'])
  })

  it('that is restored takes it again', async () => {
    const { id } = await makeEvent({ ...paid, quota: 2 })
    for (const payment_status of ['unpaid', 'paid']) {
      const made = await placed((await makeMember()).id, id, { payment_status })
      const before = await seatsOf(id)
      expect((await remove(made.id)).status).toBe(200)
      expect(await seatsOf(id)).not.toEqual(before)
      expect((await restore(made.id)).status).toBe(200)
      expect(await seatsOf(id)).toEqual(before)
    }
  })

  it.each([
    [
      'two of one event',
      (id: number) => ({ items: [1, 2].map(() => ({ category: 'event', product_id: id, qty: 1 })) }),
      'items.1.product_id',
    ],
    ['quantity 2', (id: number) => ({ items: [{ category: 'event', product_id: id, qty: 2 }] }), 'items.0.qty'],
  ])('is refused with %s', async (_, values, field) => {
    const { id } = await makeEvent(paid)
    const refused = await order((await makeMember()).id, id, values(id))
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  })

  it('is refused for a free event, and for one that has ended', async () => {
    const [free, over] = [await makeEvent(), await makeEvent({ ...paid, start_at: inHours(-3), end_at: inHours(-1) })]
    const { id } = await makeMember()
    expect(codeOf(await order(id, free.id))).toEqual([422, 'product_off'])
    expect(codeOf(await order(id, over.id))).toEqual([422, 'event_over'])
  })

  it('keeps to the price of its time', async () => {
    const row = await makeEvent(paid)
    await ask('PUT', `${event.path}/${row.id}`, { price: 400_000 }, { 'update-mask': 'price' })
    expect(await placed((await makeMember()).id, row.id)).toMatchObject({ total: 400_000 })
    const items = [{ category: 'event', product_id: row.id, qty: 1, price: 1 }]
    expect(codeOf(await order((await makeMember()).id, row.id, { items }))).toEqual([422, 'price_changed'])
  })

  it('whose seat was cancelled by hand takes one again with the payment, and one registered by hand stays', async () => {
    const { id } = await makeEvent({ ...paid, quota: 2 })
    const [one, other] = [await placed((await makeMember()).id, id), await placed((await makeMember()).id, id)]
    const [first, second] = await participantsOf(id)
    expect((await ask('PUT', `${participant.path}/${first?.id}/cancel`)).status).toBe(200)
    expect((await ask('PUT', `${participant.path}/${second?.id}/register`)).status).toBe(200)
    expect(await seatsOf(id)).toEqual([1, 0])
    expect((await pay(one.id)).status).toBe(200)
    expect((await pay(other.id)).status).toBe(200)
    expect(await seatsOf(id)).toEqual([2, 0])
  })
})

describe('the public page of a paid event', () => {
  it('says the price, orders a seat for somebody new, and says how to pay', async () => {
    await db.insert(banks).values({ bank_name: 'BCA', account_number: '1234567', account_holder: 'PT Lapangan', bank_branch: 'Solo' })
    const { id, path } = await makeEvent({ ...paid, quota: 5 })
    expect(await (await visit(path)).text()).toMatch(/Rp.350\.000/)
    const { response, own, given } = await register(path)
    expect(response.status).toBe(303)
    const [row] = await participantsOf(id)
    const [made] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, row?.order_id ?? 0))
    expect(made).toMatchObject({ payment_status: 'unpaid', total: 350_000, sales: null, created_by: 'Lapangan' })
    const html = await (await visit(own)).text()
    for (const part of ['Kursi Anda kami simpan', made?.order_number, 'BCA 1234567 a.n. PT Lapangan']) expect(html).toContain(part)
    expect((await send(path, given)).headers.get('Location')).toBe(response.headers.get('Location'))
    expect((await send(own, { action: 'cancel' })).status).toBe(303)
    expect(await seatsOf(id)).toEqual([0, 1])
    expect((await pay(made?.id ?? 0, 'cancel')).status).toBe(200)
    expect(await seatsOf(id)).toEqual([0, 0])
  })

  it('uses the member with the phone, and lets a deleted one wait for the office without saying so', async () => {
    const { id, path } = await makeEvent(paid)
    const known = await makeMember({ name: 'Sudah Member' })
    const phone = (await ask('GET', `${member.path}/${known.id}`)).body.data.phone
    expect((await register(path, { phone })).response.status).toBe(303)
    const [row] = await participantsOf(id)
    const [made] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, row?.order_id ?? 0))
    expect(made?.member_id).toBe(known.id)
    const gone = await makeMember()
    expect((await ask('DELETE', member.path, { ids: [gone.id] })).status).toBe(200)
    const { response } = await register(path, { phone: `62813770${10_000 + phones}` })
    expect([response.status, response.headers.get('Location')]).toEqual([303, expect.stringMatching(/\/thanks\?t=/)])
    expect((await participantsOf(id)).at(-1)).toMatchObject({ state: 'offered', order_id: null })
  })
})
