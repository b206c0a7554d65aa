import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { createApp } from '#server/app.ts'
import { importJob } from '#server/crud/import/job.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads as leadTable } from '#server/db/tables/crm.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletterRecipients, newsletters } from '#server/db/tables/newsletters.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { suppress } from '#server/platform/mail/suppressions.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, roomOf } from '#tests/support/chat.ts'
import { formOf } from '#tests/support/form.ts'
import { wrongPeople } from '#tests/support/people.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { eraseMembers } from './erase.ts'

const phone = '6281377112233'
const email = 'rahmawati@contoh.test'
const called = ['6281377112233', '081377112233', 'Sri Rahmawati', 'Bu Sri Lama', 'Nama Diberi', email]

let test: TestPlatform
let [seller, other]: Person[] = []
let [ask, sell, rival]: TestRequest[] = []

beforeAll(async () => {
  test = await testPlatform()
  const areas = ['member', 'product', 'transaction', 'crm', 'event']
  const all = areas.flatMap((area) => ['get', 'create', 'update', 'delete'].map((action) => `${action} ${area}`))
  const app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, [...all, 'update assign-sales']))
  seller = await makePerson(test.platform, all, 'Sales')
  other = await makePerson(test.platform, all, 'Sales')
  sell = requestAs(app, seller)
  rival = requestAs(app, other)
})
afterAll(() => test.close())

/** Returns places of these words in any text. */
async function placesOf(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')`)
  const found: string[] = []
  for (const { table, column } of columns)
    for (const word of words) {
      const like = `%${word.toLowerCase()}%`
      const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}
        where lower(${sql.identifier(column)}::text collate "default") like ${like}`)
      if (rows[0]?.count) found.push(`${table}.${column}: ${word}`)
    }
  return found
}

async function done(request: Promise<{ status: number; body: { data?: { id: number; version: number } } } | undefined> | undefined) {
  const answer = await request
  expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300)
  return answer?.body.data ?? { id: 0, version: 0 }
}

let keys = 0
const key = () => ({ 'Idempotency-Key': `erasure ${++keys}`.replace(' ', '-') })
const cash = { payment_method: 'cash', payment_status: 'paid' }

it('an erased member is called by name, phone or address nowhere any more, and the next owner of the number sees nothing', async () => {
  const { database } = test.platform
  const { db } = database
  const product = await done(
    ask?.('POST', membership.path, { name: 'EMT', product: 'EMT', fee_type: 'paid', price: 100_000, duration_days: 30 }),
  )
  const items = [{ category: 'membership', product_id: product.id, qty: 1 }]
  const lead = await done(ask?.('POST', leads.path, { name: 'Sri Rahmawati', phone, email, status: 'prospect', sales: seller?.id }, key()))
  const made = await done(
    sell?.('POST', member.path, { name: 'Bu Sri Lama', phone, email, sales_id: seller?.id, notes: `Hubungi ${phone}` }, key()),
  )
  await done(sell?.('PUT', `${member.path}/${made.id}`, { name: 'Sri Rahmawati' }, { ...key(), 'Update-Mask': 'name' }))
  const order = (values: Record<string, unknown>, as = sell) =>
    done(as?.('POST', transaction.path, formOf(transaction.fields, { items, ...cash, ...values }), key()))
  const own = await order({ member_id: made.id, lead_id: lead.id, note: 'Titipan Sri Rahmawati, 0813-7711-2233' })
  await order({ customer: { name: 'Nama Diberi', phone } }, rival)
  await done(
    ask?.(
      'PUT',
      `${member.path}/${made.id}/memberships`,
      { product: 'EMT', type: 'VIP', expires_on: '2099-01-01', reason: 'Janji pada Sri Rahmawati' },
      key(),
    ),
  )
  const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
  const times = { start_at: '2090-01-01T00:00:00Z', end_at: '2090-01-01T01:00:00Z' }
  const link = { location: 'Zoom', link: 'https://zoom.us/j/1', cover, quota: 1 }
  const [webinar] = await db
    .insert(events)
    .values({ title: 'Webinar', slug: 'webinar', ...link, ...times })
    .returning()
  const event_id = webinar?.id ?? 0
  await done(ask?.('POST', participant.path, { event_id, name: 'Sri Rahmawati', phone, email, answers: [] }, key()))
  await done(ask?.('POST', participant.path, { event_id, name: 'Teman', phone: '6281377990011', state: 'waiting' }, key()))
  await done(sell?.('GET', `${transaction.path}/${own.id}/resend-confirmation`))
  await test.platform.background.settled()
  const number = await makeNumber(test.platform)
  await receive(test.platform, [fromCustomer(number, phone)])
  await db.update(rooms).set({ customer_name: 'Sri Rahmawati' }).where(eq(rooms.customer_phone, phone))
  const form = new FormData()
  form.append(
    'file',
    new File([`Phone,Name,Product,Expires on\n${`${phone},Sri Rahmawati,EMT,2030-01-01\n`.repeat(2)}`], 'a.csv', { type: 'text/csv' }),
  )
  form.append('duplicates', 'skip')
  await done(ask?.('POST', `${member.path}/import`, form))
  await createRunner(test.platform, [importJob]).idle()
  const [letter] = await db.insert(newsletters).values({ subject: 'Kabar', body: '<p>Isi</p>', status: 'sent' }).returning()
  await db
    .insert(newsletterRecipients)
    .values({ newsletter_id: letter?.id ?? 0, member_id: made.id, address: email, state: 'sent', response: `250 ${email}` })
  await suppress(db, email, 'unsubscribed')
  await done(ask?.('DELETE', member.path, { ids: [made.id] }))
  const before = await placesOf(db, called)
  for (const table of [
    'orders.search_text',
    'members.name',
    'leads.phone',
    'rooms.customer_phone',
    'mutations.body',
    'audit.changes',
    'import_failures.cells',
    'newsletter_recipients.address',
    'mail_suppressions.address',
    'person_identities.value',
    'room_identities.value',
  ])
    expect(before.map((place) => place.split(':')[0])).toContain(table)
  const counted = await done(ask?.('GET', `${transaction.path}/${own.id}`))

  await db.update(members).set({ deleted_at: sql`now() - interval '721 hours'` }).where(eq(members.id, made.id))
  await db.execute(sql`update leads set created_at = now() - interval '60 days' where id = ${lead.id}`)
  await db.execute(sql`update rooms set created_at = now() - interval '60 days' where customer_phone = ${phone}`)
  await db.execute(sql`update event_participants set created_at = now() - interval '60 days' where phone = ${phone}`)
  await database.transaction((tx) => enqueue(database, tx, eraseMembers, {}))
  await createRunner(test.platform, [eraseMembers]).idle()

  expect(await placesOf(db, called)).toEqual([])
  expect(await wrongPeople(db)).toEqual([])
  const seats = await db.select().from(eventParticipants).where(eq(eventParticipants.event_id, event_id)).orderBy(eventParticipants.id)
  expect(seats.map(({ state }) => state)).toEqual(['cancelled', 'offered'])
  expect(await db.select().from(events).where(eq(events.id, event_id))).toMatchObject([{ taken: 0, offered: 1 }])
  const folder = test.platform.settings.dataDir
  const left = await Promise.all(
    (await readdir(join(folder, 'mail')).catch(() => [])).map((name) => readFile(join(folder, 'mail', name), 'utf8')),
  )
  expect(left.filter((mail) => mail.includes(email))).toEqual([])
  const [kept] = await db.select().from(orders).where(eq(orders.id, own.id))
  expect(kept).toMatchObject({ payment_status: 'paid', total: 100_000, phone: '', note: `Titipan #${made.id}, #${made.id}` })
  expect(kept?.version).toBeGreaterThan(counted.version)

  // The number has a new owner.
  const next = await done(sell?.('POST', member.path, { name: 'Pemilik Baru', phone, sales_id: seller?.id }))
  const history = await ask?.('GET', `${transaction.path}/history/phone?query=phone:${phone}`)
  expect(history?.body.data).toEqual([])
  await receive(test.platform, [fromCustomer(number, phone)])
  expect(await roomOf(test.platform, phone)).toMatchObject({ customer_id: next.id, notes: null, next_place: 2 })
})

it('a lead and a room that began after the deletion are somebody else, and stay', async () => {
  const { database } = test.platform
  const { db } = database
  const made = await done(ask?.('POST', member.path, { name: 'Pergi Jauh', phone: '6281377445566' }))
  await done(ask?.('DELETE', member.path, { ids: [made.id] }))
  await db.update(members).set({ deleted_at: sql`now() - interval '721 hours'` }).where(eq(members.id, made.id))
  const lead = await done(ask?.('POST', leads.path, { name: 'Pemilik Baru', phone: '6281377445566', status: 'prospect' }))
  await database.transaction((tx) => enqueue(database, tx, eraseMembers, {}))
  await createRunner(test.platform, [eraseMembers]).idle()
  expect((await ask?.('GET', `${leads.path}/${lead.id}`))?.body.data).toMatchObject({ name: 'Pemilik Baru', phone: '6281377445566' })
})

it('a former phone is forgotten as the last one is, with its lead, its room and whatever others wrote of it', async () => {
  const { database } = test.platform
  const { db } = database
  const [former, last, others] = ['6281355667788', '6281355667799', '6281355660000']
  const mail = 'yang.dulu@contoh.test'
  const lead = (values: Record<string, unknown>) => done(ask?.('POST', leads.path, { status: 'prospect', ...values }, key()))
  const ofThem = await lead({ name: 'Dewi Yang Dulu', phone: former, notes: 'Suka pagi' })
  const number = await makeNumber(test.platform)
  const made = await done(ask?.('POST', member.path, { name: 'Dewi Yang Dulu', phone: former, email: mail }, key()))
  await receive(test.platform, [fromCustomer(number, former), fromCustomer(number, others)])
  await db.update(rooms).set({ contact_name: 'Dewi Yang Dulu', notes: 'Suka pagi' }).where(eq(rooms.customer_phone, former))
  await db
    .update(rooms)
    .set({ notes: `Istrinya ${former}`, search_text: `\u0001${others}\u0001\u0001istrinya ${former}` })
    .where(eq(rooms.customer_phone, others))
  const friend = await done(
    ask?.('POST', member.path, { name: 'Teman Dewi', phone: '6281355660011', notes: 'Kenal 0813-5566-7788' }, key()),
  )
  const husband = await lead({ name: 'Suami Dewi', phone: others, email: mail, notes: 'Istrinya +62 813 5566 7799' })
  const before = await roomOf(test.platform, others)
  await done(ask?.('PUT', `${member.path}/${made.id}`, { phone: last }, { ...key(), 'Update-Mask': 'phone' }))
  // The number has a new owner before the member is erased.
  const next = await lead({ name: 'Pemilik Berikut', phone: former, notes: `WA juga ${former}` })
  await done(ask?.('DELETE', member.path, { ids: [made.id] }))
  await db.update(members).set({ deleted_at: sql`now() - interval '721 hours'` }).where(eq(members.id, made.id))
  await db.execute(sql`update leads set created_at = created_at - interval '60 days' where id <> ${next.id}`)
  await db.execute(sql`update rooms set created_at = created_at - interval '60 days'`)
  const [{ place } = { place: 0 }] = (await db.execute<{ place: number }>(sql`select coalesce(max(place), 0)::int as place from changes`))
    .rows
  await database.transaction((tx) => enqueue(database, tx, eraseMembers, {}))
  await createRunner(test.platform, [eraseMembers]).idle()

  expect((await ask?.('GET', `${leads.path}/${ofThem.id}`))?.body.data).toMatchObject({ name: `#${ofThem.id}`, phone: '', notes: null })
  expect((await ask?.('GET', `${leads.path}/${next.id}`))?.body.data).toMatchObject({ phone: former, notes: `WA juga ${former}` })
  expect((await ask?.('GET', `${leads.path}/${husband.id}`))?.body.data).toMatchObject({
    ...{ name: 'Suami Dewi', phone: others, email: null, notes: `Istrinya #${made.id}`, version: husband.version + 1 },
  })
  expect((await ask?.('GET', `${member.path}/${friend.id}`))?.body.data).toMatchObject({
    ...{ phone: '6281355660011', notes: `Kenal #${made.id}`, version: friend.version + 1 },
  })
  expect(await roomOf(test.platform, others)).toMatchObject({
    ...{
      customer_phone: others,
      notes: `Istrinya #${made.id}`,
      search_text: expect.not.stringContaining(former),
      version: before.version + 1,
    },
  })
  // What names the next owner is theirs.
  const [theirs] = await db.select().from(personIdentities).where(eq(personIdentities.value, former))
  const [owner] = await db.select().from(leadTable).where(eq(leadTable.id, next.id))
  expect(theirs?.person).toBe(owner?.person_id)
  expect(await wrongPeople(db)).toEqual([])
  await db.delete(people).where(eq(people.id, theirs?.person ?? 0))
  await db.execute(sql`delete from leads where id = ${next.id}`)
  await db.execute(sql`delete from audit where section = 'leads' and record = ${next.id}`)
  await db.execute(sql`delete from mutations where body::text like '%Pemilik Berikut%'`)
  expect(await placesOf(db, [former, last, 'Dewi Yang Dulu', mail])).toEqual([])
  const { rows: news } = await db.execute<{ area: string; count: number }>(
    sql`select area, count(*)::int as count from changes where place > ${place} group by area order by area`,
  )
  expect(news).toEqual(
    expect.arrayContaining([
      { area: 'chat-rooms', count: 2 },
      { area: 'leads', count: 2 },
      { area: 'member', count: 1 },
    ]),
  )
})
