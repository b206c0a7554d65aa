/** All calls that move money lock in one order, which prevents deadlocks. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { PglitePreparedQuery } from 'drizzle-orm/pglite/session'
import { afterAll, expect, it, vi } from 'vitest'
import { isRecord } from '#contract/kit/field/guards.ts'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { event } from '#contract/sections/product/event.ts'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import { formToken } from '#server/content/page/form-token.ts'
import { importJob, undoImportJob } from '#server/crud/import/job.ts'
import { merchandises, productTerms, promoCodes } from '#server/db/tables/commerce.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { alertMembers } from '#server/sections/member/alerts.ts'
import { eraseMembers } from '#server/sections/member/erasure/erase.ts'
import { ownPath } from '#server/sections/product/event/links.ts'
import { eventOffers } from '#server/sections/product/event/offers.ts'
import { formName } from '#server/sections/product/event-page/form.ts'
import { orderDue } from '#server/sections/sales/due.ts'
import { makePerson } from '#tests/support/api.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'
import { requestAs } from '#tests/support/request.ts'

const world = await makeOrderWorld()
const { platform, app, emt, product, buyer, placed, pay } = world
const { database } = platform
const { db } = database
const ask = requestAs(app, await makePerson(platform, [], 'Root', true))
afterAll(() => world.close())

/** Tables whose rows a statement changes or locks. */
function lockedBy(statement: string): string[] {
  const changed = [...statement.matchAll(/\b(?:update|delete from) "(\w+)"/g)].map(([, table = '']) => table)
  const inserted = /\binsert into "(\w+)".* on conflict .* do update/s.exec(statement)?.[1]
  if (changed.length || inserted) return [...changed, ...(inserted ? [inserted] : [])]
  if (!/ for (?:no key )?update/.test(statement)) return []
  const named = / for (?:no key )?update of "(\w+)"/.exec(statement)?.[1]
  // Subqueries read without locks.
  let outer = statement
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replace(/\([^()]*\)/g, '')
  }
  return [named ?? / from "?(\w+)/.exec(outer)?.[1] ?? statement]
}

interface Seen {
  what: string
  /** In order of the first lock. */
  tables: string[]
  made: Map<string, number>
}

const seen: Seen[] = []
const current = new AsyncLocalStorage<Seen>()
let what = ''
const transact = database.transaction.bind(database)
vi.spyOn(database, 'transaction').mockImplementation((work) => {
  const one: Seen = { what, tables: [], made: new Map() }
  seen.push(one)
  return current.run(one, () => transact(work))
})

/** Rows created by the transaction block nobody, so locking them does not count. */
function remember({ tables, made }: Seen, statement: string, rows: number): void {
  const inserted = /^\s*insert into "(\w+)"/.exec(statement)?.[1]
  if (inserted && !lockedBy(statement).includes(inserted)) made.set(inserted, (made.get(inserted) ?? 0) + rows)
  for (const table of lockedBy(statement)) if (rows > (made.get(table) ?? 0) && !tables.includes(table)) tables.push(table)
}

const execute = PglitePreparedQuery.prototype.execute
vi.spyOn(PglitePreparedQuery.prototype, 'execute').mockImplementation(async function remembered(
  this: { queryString: string },
  ...given: Parameters<typeof execute>
) {
  const result: unknown = await Reflect.apply(execute, this, given)
  const one = current.getStore()
  const counted = isRecord(result) ? Number(result.affectedRows) || [result.rows].flat().length : 0
  if (one) remember(one, this.queryString, Array.isArray(result) ? result.length : counted)
  return result
})

async function as<T>(name: string, work: () => Promise<T>): Promise<T> {
  what = name
  const done = await work()
  await platform.background.settled()
  return done
}

/** Locked only after the record they belong to. */
const parts: Readonly<Record<string, readonly string[]>> = {
  promo_redemptions: ['orders'],
  order_proofs: ['orders'],
  import_rows: ['imports', 'members'],
  import_parts: ['imports'],
  event_participants: ['events'],
}

/** Topological order of all transactions; the remaining tables are locked in a circle. */
function orderOf(list: readonly Seen[]): { order: string[]; rings: string[] } {
  const left = new Set(list.flatMap(({ tables }) => tables))
  const order: string[] = []
  for (;;) {
    const first = [...left].find((table) =>
      list.every(({ tables }) => tables.indexOf(table) < 0 || tables.slice(0, tables.indexOf(table)).every((before) => !left.has(before))),
    )
    if (first === undefined) break
    left.delete(first)
    order.push(first)
  }
  return { order, rings: list.flatMap((one) => (one.tables.filter((table) => left.has(table)).length > 1 ? [JSON.stringify(one)] : [])) }
}

// The recorder reads the embedded database; lock-storm.test.ts tests concurrency on a Postgres.
it.runIf(!process.env.TEST_DATABASE_URL)('money calls, jobs and imports lock tables in one order', async () => {
  const today = await serverDay(db)
  const cuti = await product({ name: 'Cuti', product: 'EMT', type: 'Cuti', price: 50_000, duration_days: 7 })
  const image = { url: '/files/kaos.png', name: 'kaos.png', size: 1, type: 'image/png' }
  const [shirt] = await db.insert(merchandises).values({ name: 'Kaos', sku: 'KAOS', image, price: 95_000, stock: 60 }).returning()
  await db
    .insert(productTerms)
    .values({ section: 'merchandise', product: shirt?.id ?? 0, price: 95_000, is_on: true, since: '2020-01-01T00:00:00Z' })
  const terms = {
    discount_kind: 'percent',
    value: 10,
    start: '2020-01-01',
    end: '2099-12-31',
    batch: '0190a000-0000-7000-8000-000000000001',
  }
  const codes = await db
    .insert(promoCodes)
    .values(['SATU', 'DUA'].map((code) => ({ code, ...terms })))
    .returning()
  const items = [line(emt), { category: 'merchandise', product_id: shirt?.id, qty: 1 }]
  const cash = { payment_method: 'cash', items, note: 'Catatan', promo_code: 'SATU' }
  const [first, second] = [await buyer(), await buyer()]
  const phoneOf = async (id: number): Promise<string> => (await ask('GET', `${member.path}/${id}`)).body.data.phone
  const done = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body.data
  }
  const lead = await done(ask('POST', leads.path, { name: 'Calon', phone: await phoneOf(first), status: 'new' }))

  const unpaid = await as('POST', () => placed({ ...cash, member_id: first, lead_id: lead.id }, ask))
  const cancelled = await as('POST of another', () => placed({ ...cash, member_id: second, promo_code: 'DUA' }, ask))
  const paid = await as('POST paid', () => placed({ ...cash, member_id: second, payment_status: 'paid' }, ask))
  const customer = { name: 'Baru', phone: '6281355500001' }
  await as('POST of a new customer', () => placed({ ...cash, customer, promo_code: 'DUA', payment_status: 'paid' }, ask))
  expect((await as('pay', () => pay(unpaid.id))).status).toBe(200)
  const leave = { payment_method: 'cash', items: [line(cuti)], member_id: first, note: 'Catatan' }
  const away = await as('POST of leave', () => placed({ ...leave, payment_status: 'unpaid' }, ask))
  expect((await as('pay leave', () => pay(away.id))).status).toBe(200)
  expect((await as('cancel leave', () => pay(away.id, { payment_status: 'cancel' }))).status).toBe(200)
  expect((await as('cancel', () => pay(cancelled.id, { payment_status: 'cancel' }))).status).toBe(200)
  const removed = await as('delete of several', () => ask('DELETE', transaction.path, { ids: [paid.id, unpaid.id] }))
  expect(removed.body.success_entities).toHaveLength(2)
  for (const { id } of [paid, unpaid]) await done(as('restore', () => ask('PUT', `${transaction.path}/trashed/${id}/restore`)))
  expect((await as('cancel paid', () => pay(paid.id, { payment_status: 'cancel' }))).status).toBe(200)
  const due = await placed({ ...cash, member_id: second, promo_code: 'DUA' }, ask)
  await db.execute(sql`update orders set due_at = now() - interval '1 minute' where id = ${due.id}`)
  const run = (name: string, kinds: Parameters<typeof createRunner>[1]) => as(name, () => createRunner(platform, kinds).idle())
  await done(ask('PUT', `${transaction.path}/${due.id}/note`, { note: 'Catatan' }))

  const on = (days: number) => addDays(today, days)
  const planned = await done(
    as('leave', () => ask('POST', memberCuti.path, { member_id: first, product: 'EMT', start: on(10), end: on(12) })),
  )
  const moved = { member_id: first, product: 'EMT', start: on(11), end: on(14), reason: 'Berubah' }
  await done(as('move leave', () => ask('PUT', `${memberCuti.path}/update/${planned.id}`, moved)))
  await done(as('stop leave', () => ask('GET', `${memberCuti.path}/${planned.id}/stop`)))
  const correction = { product: 'EMT', type: 'Regular', expires_on: on(90), reason: 'Koreksi' }
  await done(as('correct', () => ask('PUT', `${member.path}/${first}/memberships`, correction)))

  const rows = [await phoneOf(first), await phoneOf(second), '6281355500009'].map(
    (phone, at) => `${phone},Nama ${at},EMT,,${on(40 + at)},,`,
  )
  const file = new FormData()
  file.append(
    'file',
    new File([['Phone,Name,Product,Type,Expires on,Sales,Note', ...rows, ''].join('\n')], 'retensi.csv', { type: 'text/csv' }),
  )
  const imported = await done(ask('POST', `${member.path}/import`, file))
  await run('retention import', [importJob])
  expect(await done(ask('GET', `${member.path}/import/${imported.ref}`))).toMatchObject({ state: 'done', failed: 0 })
  await done(ask('PUT', `${member.path}/import/${imported.ref}/undo`, {}))
  await run('undo of a retention import', [undoImportJob])

  await done(as('edit of a code', () => ask('PUT', `${promotionCode.path}/${codes[0]?.id}`, { name: 'Nama' }, { 'Update-Mask': 'name' })))
  await done(as('switch of a batch', () => ask('PUT', `${promotionCode.path}/batches`, { batch: terms.batch, is_active: false })))
  await done(as('edit of a product', () => ask('PUT', `${merchandise.path}/${shirt?.id}`, { stock: 70 }, { 'Update-Mask': 'stock' })))
  await done(as('edit of a lead', () => ask('PUT', `${leads.path}/${lead.id}`, { city: 'Ubud' }, { 'Update-Mask': 'city' })))
  await done(as('edit of a member', () => ask('PUT', `${member.path}/${second}`, { name: 'Ubah' }, { 'Update-Mask': 'name' })))
  for (const kind of [orderDue, alertMembers]) {
    await database.transaction((tx) => enqueue(database, tx, kind, {}))
    await run(kind.name, [kind])
  }
  const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
  const times = { start_at: '2090-01-01T00:00:00Z', end_at: '2090-01-01T01:00:00Z' }
  const about = { title: 'Kelas', location: 'Zoom', link: 'https://zoom.us/j/1', cover, visibility: 'publish', ...times }
  const [webinar] = await db
    .insert(events)
    .values({ ...about, slug: 'kelas', fee_type: 'paid', price: 100_000, quota: 1 })
    .returning()
  const event_id = webinar?.id ?? 0
  await db.insert(productTerms).values({ section: 'event', product: event_id, price: 100_000, is_on: true, since: '2020-01-01T00:00:00Z' })
  const both = [...items, { category: 'event', product_id: event_id, qty: 1 }]
  const seat = await as('POST of a seat', () => placed({ ...cash, items: both, member_id: second, promo_code: undefined }, ask))
  const visit = (name: string, path: string, fields: Record<string, string>) =>
    as(name, () =>
      Promise.resolve(
        app.request(path, {
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    )
  const form = () => ({ name: 'Tamu', wait: 'yes', token: formToken(platform, formName(event_id)) })
  const waits = await visit('waiting', '/e/kelas', { ...form(), phone: '081355500031', email: 'tamu@surat.test' })
  expect(waits.status).toBe(303)
  expect((await as('pay a seat', () => pay(seat.id))).status).toBe(200)
  await done(as('refund', () => ask('POST', `${transaction.path}/${seat.id}/refunds`, { amount: 1_000, reason: 'Promo' })))
  const [held] = await db.select().from(eventParticipants).where(eq(eventParticipants.order_id, seat.id))
  const undoing = { order: 'cancel', refund: 1_000, note: 'Sakit' }
  await done(as('give up a paid seat', () => ask('PUT', `${participant.path}/${held?.id}/cancel`, undoing)))
  const [mailed] = await db.select().from(eventParticipants).where(eq(eventParticipants.email, 'tamu@surat.test'))
  if (!mailed) throw new Error('nobody waits')
  const own = ownPath(platform, mailed)
  expect((await visit('accept by an order', own, { action: 'accept' })).status).toBe(303)
  const [, accepted] = await db
    .select()
    .from(eventParticipants)
    .where(eq(eventParticipants.event_id, event_id))
    .orderBy(eventParticipants.id)
  await done(as('raise a quota', () => ask('PUT', `${event.path}/${event_id}`, { quota: 2 }, { 'Update-Mask': 'quota' })))
  expect((await visit('register by an order', '/e/kelas', { ...form(), phone: '081355500032', email: 'dua@surat.test' })).status).toBe(303)
  expect((await visit('wait again', '/e/kelas', { ...form(), phone: '081355500033', email: 'tiga@surat.test' })).status).toBe(303)
  await done(as('delete of a participant', () => ask('DELETE', participant.path, { ids: [accepted?.id] })))
  const [, , offer] = await db
    .select()
    .from(eventParticipants)
    .where(eq(eventParticipants.event_id, event_id))
    .orderBy(eventParticipants.id)
  await db
    .update(eventParticipants)
    .set({ offered_until: '2020-01-01T00:00:00Z' })
    .where(eq(eventParticipants.id, offer?.id ?? 0))
  await database.transaction((tx) => enqueue(database, tx, eventOffers, {}))
  await run('end of an offer', [eventOffers])
  const gone = await as('delete of members', () => ask('DELETE', member.path, { ids: [second, first] }))
  expect(gone.body.failed_entities ?? []).toEqual([])
  await done(as('restore of a member', () => ask('POST', '/member/in/v1/account-deletion/reactivate', { id: second })))
  await db.execute(sql`update members set deleted_at = now() - interval '60 days' where id = ${first}`)
  await database.transaction((tx) => enqueue(database, tx, eraseMembers, {}))
  await run('erasure', [eraseMembers])

  const alone = seen.filter(({ tables }) =>
    tables.some((table, at) => parts[table] && !tables.slice(0, at).some((before) => parts[table]?.includes(before))),
  )
  expect(alone).toEqual([])
  const { order, rings } = orderOf(seen.map((one) => ({ ...one, tables: one.tables.filter((table) => !parts[table]) })))
  expect(rings).toEqual([])
  // An order moves its accounts and its lead last.
  const chain = ['members', 'orders', 'promo_member_uses', 'promo_codes', 'merchandise', 'member_leaves', 'membership_accounts', 'leads']
  expect(order.filter((table) => chain.includes(table))).toEqual(chain)
  const seats = ['merchandise', 'events', 'membership_accounts']
  expect(order.filter((table) => seats.includes(table))).toEqual(seats)
})
