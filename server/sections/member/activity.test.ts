import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Activity } from '#contract/sections/member/activity.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { leads } from '#server/db/tables/crm.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletterRecipients, newsletters } from '#server/db/tables/newsletters.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { qnaChats, qnaMessages, qnaQuestions } from '#server/db/tables/questions.ts'
import { stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson } from '#tests/support/api.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

type World = Awaited<ReturnType<typeof makeOrderWorld>>
let world: World
let [office, sales, reader]: TestRequest[] = []
let id = 0

beforeAll(async () => {
  world = await makeOrderWorld()
  const permissions = ['get', 'create', 'update', 'delete'].flatMap((action) =>
    ['member', 'transaction', 'stock'].map((of) => `${action} ${of}`),
  )
  office = requestAs(world.app, await makePerson(world.platform, permissions))
  sales = requestAs(world.app, await makePerson(world.platform, ['get member', 'get transaction'], 'Sales'))
  reader = requestAs(world.app, await makePerson(world.platform, ['get member']))
  id = await world.buyer()
  await storeEverything()
  return () => world.close()
})

/** Stores a question with answer, a rating, and a read pick. */
async function storeEverything(): Promise<void> {
  const { db } = world.platform.database
  const [sector] = await db.insert(stockSectors).values({ name: 'Energi' }).returning()
  const [share] = await db
    .insert(stocks)
    .values({ code: 'ABCD', company_name: 'Abcd Tbk', sector_id: sector?.id ?? 0 })
    .returning()
  const chat = { member_id: id, kode_saham: 'ABCD', handler: 'person', rating: 4, rated_at: '2026-01-05T03:00:00Z' }
  const [asked] = await db.insert(qnaChats).values(chat).returning()
  const message = { chat: asked?.id ?? 0, place: 1, by: 'member', kind: 'text', content: 'Masih layak?' }
  const [first] = await db.insert(qnaMessages).values(message).returning()
  await db.insert(qnaQuestions).values({
    ...{ chat: asked?.id ?? 0, message: first?.id ?? 0, question: 'Masih layak?', asked_at: '2026-01-05T01:00:00Z' },
    ...{ answered_at: '2026-01-05T02:00:00Z', handler: 'person', answered_by_name: 'Ani' },
  })
  const [pick] = await db
    .insert(stockPicks)
    .values({ kind: 'watchlist', stock_id: share?.id ?? 0 })
    .returning()
  await db.insert(memberInbox).values({ member_id: id, pick_id: pick?.id ?? 0, round: 1, read_at: '2026-01-04T01:00:00Z' })
}

async function activityOf(as: TestRequest | undefined, query = ''): Promise<Activity[]> {
  const response = await as?.('GET', `${member.path}/${id}/activity?size=100${query}`)
  expect(response?.status, JSON.stringify(response?.body)).toBe(200)
  return response?.body.data
}
const kinds = (all: readonly Activity[]) => all.map(({ kind }) => kind)

it('the activity of a member is told out of every section that knows of them, the newest first', async () => {
  const kept = await world.placed({ member_id: id, items: [line(world.emt)], payment_method: 'cash', payment_status: 'paid' })
  const gone = await world.placed({ member_id: id, items: [line(world.emt)], payment_method: 'cash', payment_status: 'unpaid' })
  expect((await office?.('DELETE', transaction.path, { ids: [gone.id] }))?.status).toBe(200)
  const [start, end] = [await world.inDays(3), await world.inDays(5)]
  expect((await office?.('POST', memberCuti.path, { member_id: id, product: 'EMT', start, end, reason: 'Umrah' }))?.status).toBe(201)
  const all = await activityOf(office)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(all.filter(({ section }) => section === 'transaction')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'order_made', record: kept.id, title: kept.order_number, amount: 1_499_000, is_deleted: false }),
      expect.objectContaining({ kind: 'order_paid', record: kept.id }),
      expect.objectContaining({ kind: 'order_made', record: gone.id, is_deleted: true }),
      expect.objectContaining({ kind: 'order_deleted', record: gone.id, is_deleted: true, by: expect.stringMatching(/^Person /) }),
    ]),
  )
  expect(all.find(({ kind }) => kind === 'leave_added')).toMatchObject({
    product: 'EMT',
    start,
    end,
    title: 'Umrah',
    section: 'member-cuti',
  })
  expect(all.slice(-4)).toMatchObject([
    { kind: 'answers_rated', rating: 4, title: 'ABCD', by: null, at: '2026-01-05T03:00:00.000Z' },
    { kind: 'question_answered', title: 'Masih layak?', by: 'Ani' },
    { kind: 'question_asked', title: 'Masih layak?', by: null, section: 'tanya-saham' },
    { kind: 'pick_read', title: 'ABCD', section: 'recommendation' },
  ])
  expect(all.filter(({ kind }) => kind === 'alert_raised').map(({ alert }) => alert)).toEqual(
    expect.arrayContaining(['order_paid', 'leave']),
  )
})

it('the activity has records of sections that the person may read, and visible orders', async () => {
  expect(new Set((await activityOf(reader)).map(({ section }) => section))).toEqual(new Set(['member-cuti', 'member-alert']))
  // An unassigned member with foreign orders.
  expect((await activityOf(sales)).some(({ section }) => section === 'transaction')).toBe(false)
  const stranger = requestAs(world.app, await makePerson(world.platform, ['get transaction', 'get stock']))
  expect((await stranger('GET', `${member.path}/${id}/activity`)).status).toBe(403)
  expect((await office?.('GET', `${member.path}/999999/activity`))?.status).toBe(404)
})

it('the activity tells of the lead with its campaign, and of newsletters until the member unsubscribed', async () => {
  const { db } = world.platform.database
  const [own] = await db.select().from(members).where(eq(members.id, id))
  const lead = { name: own?.name ?? '', phone: own?.phone ?? '', status: 'new', campaign_name: 'Gebyar', created_by: 'Lapangan' }
  await db.insert(leads).values([
    { ...lead, created_at: '2026-01-01T01:00:00Z' },
    { ...lead, phone: '628111' },
  ])
  const [letter] = await db.insert(newsletters).values({ subject: 'Kabar', body: '<p>Isi</p>', status: 'sent' }).returning()
  const recipient = { newsletter_id: letter?.id ?? 0, member_id: id, address: 'pembaca@surat.test' }
  await db.insert(newsletterRecipients).values({ ...recipient, state: 'sent', sent_at: '2026-01-02T01:00:00Z' })
  const suppression = { kind: 'unsubscribed', created_at: '2026-01-03T01:00:00Z' } as const
  await db.insert(mailSuppressions).values([
    { ...suppression, address: recipient.address },
    { ...suppression, address: 'orang.lain@surat.test' },
  ])
  const expected = [
    { section: 'newsletter', kind: 'unsubscribed', at: '2026-01-03T01:00:00.000Z', record: id },
    { section: 'newsletter', kind: 'newsletter_sent', title: 'Kabar', at: '2026-01-02T01:00:00.000Z', ref: letter?.ref },
  ]
  expect(await activityOf(reader)).toMatchObject(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))))
  expect(await activityOf(reader, '&query=section:leads')).toEqual([])
  const seller = requestAs(world.app, await makePerson(world.platform, ['get member', 'get crm']))
  expect(await activityOf(seller, '&query=section:newsletter')).toMatchObject(expected)
  expect(await activityOf(seller, '&query=section:leads')).toMatchObject([
    { section: 'leads', kind: 'lead_made', title: 'Gebyar', by: 'Lapangan', at: '2026-01-01T01:00:00.000Z' },
  ])
})

it('comes by section and in pages, and is sorted and searched by nothing else', async () => {
  expect(new Set(kinds(await activityOf(office, '&query=section:tanya-saham')))).toEqual(
    new Set(['question_asked', 'question_answered', 'answers_rated']),
  )
  const all = await activityOf(office)
  const paged = async (page: number) => (await office?.('GET', `${member.path}/${id}/activity?size=3&page=${page}`))?.body
  expect((await paged(2)).data).toEqual(all.slice(3, 6))
  expect(await paged(1)).toMatchObject({ current_page: 1, next_page: 2, total_page: Math.ceil(all.length / 3) })
  expect(await paged(99)).toMatchObject({ data: [], next_page: 0 })
  for (const query of ['sort=at desc', 'query=kind:order_made', 'query=search:ABCD'])
    expect((await office?.('GET', `${member.path}/${id}/activity?${query}`))?.status, query).toBe(422)
})

it('the activity omits deleted chats', async () => {
  await world.platform.database.db.update(qnaChats).set({ deleted_at: sql`now()` })
  expect(await activityOf(office, '&query=section:tanya-saham')).toEqual([])
})
