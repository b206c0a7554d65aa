import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobResult } from '#contract/jobs.ts'
import { drillOf } from '#contract/kit/report/report.ts'
import { fillPath } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { exportChat, exportHistory } from '#contract/reports/export-chat.ts'
import { salesActivity } from '#contract/reports/sales-activity.ts'
import { supportActivity } from '#contract/reports/support-activity.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { leadClosings, leads } from '#server/db/tables/crm.ts'
import { members } from '#server/db/tables/members.ts'
import { qnaChats, qnaQuestions } from '#server/db/tables/questions.ts'
import { startJobs } from '#server/platform/jobs/start.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { exportChatJob } from './activity/export-chat.ts'

let test: TestPlatform
let app: ReturnType<typeof createApp>
let ana: Person
let budi: Person
let manager: Person
let read: TestRequest
const permissions = ['get sales-activity', 'export sales-activity']
const year = Number(wibDay(new Date()).slice(0, 4)) - 1
const may = `period=monthly&month=${year}-05`

async function makeRoom(phone: string, assignee?: number): Promise<number> {
  const { db } = test.platform.database
  const [number] = await db.select().from(whatsappNumbers).limit(1)
  const [made] = await db
    .insert(rooms)
    .values({ whatsapp_number: number?.id ?? 0, customer_phone: phone, customer_name: `Kak ${phone}`, assignee_sales: assignee ?? null })
    .returning()
  return made?.id ?? 0
}

/** Messages of a room on 10 May, each 'minute who': who is nobody of a customer. */
async function say(room: number, said: readonly [minute: number, who: Person | undefined][]): Promise<void> {
  await test.platform.database.db.insert(messages).values(
    said.map(([minute, who], at) => {
      const created_at = new Date(Date.parse(`${year}-05-10T10:00:00+07:00`) + minute * 60_000).toISOString()
      const from = who ? { is_admin: true, sender_id: who.id, sender: 'Admin' } : { is_admin: false }
      return { room, place: at + 1, kind: 'text', content: `Pesan ${at + 1}`, status: 'sent', created_at, ...from }
    }),
  )
}

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'false' })
  app = createApp(test.platform)
  ana = await makePerson(test.platform, [...permissions, 'get crm', 'update crm'], 'Sales')
  budi = await makePerson(test.platform, permissions, 'Sales')
  manager = await makePerson(test.platform, permissions)
  read = requestAs(app, manager)
  const { db } = test.platform.database
  await db.insert(whatsappNumbers).values({ name: 'Utama', phone: '628110000001', type: 'sales', channel: 'simulator' })
  // Turns of Ana: 10 and 2 minutes; of Budi: 30. The second reply of a turn is none.
  await say(await makeRoom('628120000001', ana.id), [
    [0, undefined],
    [4, undefined],
    [10, ana],
    [11, ana],
    [20, undefined],
    [22, ana],
  ])
  await say(await makeRoom('628120000002', budi.id), [
    [0, undefined],
    [30, budi],
  ])
  // Whom nobody had asked.
  await say(await makeRoom('628120000003', budi.id), [[5, budi]])
})
afterAll(() => test.close())

async function get(path: string, as: TestRequest = read) {
  const { status, body } = await as('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('the activity of sales', () => {
  it('is chats, replies and the median of turns; that of all turns in the total', async () => {
    const { data } = await get(`${salesActivity.path}?${may}&sort=replies desc`)
    expect(data.map((row: AnyRow) => [row.sales_id, row.chats, row.replies, row.first_reply])).toEqual([
      [ana.id, 1, 3, 6],
      [budi.id, 2, 2, 30],
    ])
    const total = { sales_name: 'Total', chats: 3, replies: 5, first_reply: 10, follow_ups: 0, leads_moved: 0, closings: 0 }
    expect(await get(`${salesActivity.path}/total?${may}`)).toMatchObject(total)
  })

  it('has no median where nobody answered, and zeros', async () => {
    expect(await get(`${salesActivity.path}/total?period=daily&day=${year}-02-28`)).toMatchObject({ chats: 0, first_reply: null })
    expect((await get(`${salesActivity.path}?period=daily&day=${year}-02-28`)).data).toEqual([])
  })

  it('counts follow-ups, leads that were moved once each, and those that were won', async () => {
    const { db } = test.platform.database
    const made = await db
      .insert(leads)
      .values(['628130000001', '628130000002'].map((phone) => ({ name: 'Sari', phone, status: 'new', sales: ana.id })))
      .returning()
    const [one, other] = made.map(({ id }) => id)
    const sell = requestAs(app, ana)
    const move = async (ids: unknown[], status: string) =>
      expect((await sell('PUT', '/crm/in/v1/lead/status', { ids, status })).status).toBe(200)
    await move([one, other], 'prospect')
    await move([one], 'closing')
    const lead = (await sell('GET', `/crm/in/v1/lead/${other}`)).body.data
    const noted = { ...lead, last_follow_up: `${wibDay(new Date())}T08:00:00+07:00` }
    expect((await sell('PUT', `/crm/in/v1/lead/${other}`, noted)).status).toBe(200)
    const { data } = await get(salesActivity.path)
    expect(data).toMatchObject([{ sales_id: ana.id, replies: 0, follow_ups: 1, leads_moved: 2, closings: 1 }])
    await db.insert(leadClosings).values({ lead_id: one ?? 0, sales: null })
    expect((await get(salesActivity.path)).data.at(-1)).toMatchObject({ sales_id: 0, sales_name: 'Unassigned', closings: 1 })
    // Won twice, it is one lead.
    expect(await get(`${salesActivity.path}/total`)).toMatchObject({ closings: 1, leads_moved: 2 })
  })

  it('is their own for a salesperson', async () => {
    const own = requestAs(app, budi)
    expect((await get(`${salesActivity.path}?${may}`, own)).data.map((row: AnyRow) => row.sales_id)).toEqual([budi.id])
    expect(await get(`${salesActivity.path}/total?${may}`, own)).toMatchObject({ replies: 2, first_reply: 30 })
  })
})

describe('the activity of support', () => {
  it('is chats with an answer, answers and the mean rating', async () => {
    const { db } = test.platform.database
    const [member] = await db.insert(members).values({ name: 'Sari', phone: '628140000001' }).returning()
    const at = `${year}-05-10T03:00:00Z`
    const chat = { member_id: member?.id ?? 0, handler: 'person', assigned_to: manager.id, rated_at: at }
    const made = await db
      .insert(qnaChats)
      .values([4, 5].map((rating) => ({ ...chat, rating, status: 'ended' })))
      .returning()
    const question = { message: 1, asked_at: at, answered_at: at, handler: 'person', answered_by: manager.id }
    await db
      .insert(qnaQuestions)
      .values([
        ...[0, 0, 1].map((n) => ({ ...question, chat: made[n]?.id ?? 0 })),
        { ...question, chat: made[0]?.id ?? 0, handler: 'algo', answered_by: null },
      ])
    const numbers = { handled: 2, answered: 3, rating: 4.5 }
    expect((await get(`${supportActivity.path}?${may}`)).data).toMatchObject([{ id: 1, support_id: manager.id, ...numbers }])
    expect(await get(`${supportActivity.path}/total?${may}`)).toMatchObject({ support_name: 'Total', ...numbers })
  })
})

describe('a number', () => {
  const paths = { 'chat-platform': '/crm/in/v1/chat-platform', leads: '/crm/in/v1/lead', 'tanya-saham': '/crm/in/v1/tanya-saham' }
  const span = { from: `${year}-05-01`, to: wibDay(new Date()) }

  /** What a list leaves out by itself, and what is counted nowhere. */
  beforeAll(async () => {
    const { db } = test.platform.database
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await db.update(rooms).set({ snoozed_until: soon }).where(eq(rooms.customer_phone, '628120000002'))
    await db.update(rooms).set({ status: 'resolved' }).where(eq(rooms.customer_phone, '628120000003'))
    const failed = { is_admin: true, sender_id: ana.id, sender: 'Admin', created_at: `${year}-05-10T03:00:00Z` }
    await db
      .insert(messages)
      .values({ room: await makeRoom('628120000004'), place: 1, kind: 'text', content: 'Tidak sampai', status: 'failed', ...failed })
    const sell = requestAs(app, ana)
    const [gone] = await db.insert(leads).values({ name: 'Pergi', phone: '628130000009', status: 'new', sales: ana.id }).returning()
    expect((await sell('PUT', '/crm/in/v1/lead/status', { ids: [gone?.id], status: 'closing' })).status).toBe(200)
    await db.delete(leads).where(eq(leads.id, gone?.id ?? 0))
    const [member] = await db.insert(members).values({ name: 'Budi', phone: '628140000009' }).returning()
    const at = `${year}-05-10T03:00:00Z`
    const chat = { member_id: member?.id ?? 0, assigned_to: manager.id, rating: 1, rated_at: at, status: 'ended' }
    const made = await db
      .insert(qnaChats)
      .values([
        { ...chat, handler: 'person', deleted_at: at },
        { ...chat, handler: 'algo' },
      ])
      .returning()
    const question = { message: 1, asked_at: at, answered_at: at, handler: 'person', answered_by: manager.id }
    await db.insert(qnaQuestions).values(made.map(({ id }) => ({ ...question, chat: id })))
  })

  const counted = [salesActivity, supportActivity].flatMap((report) =>
    Object.entries(report.drill).flatMap(([measure, drill]) => (drill ? [{ name: report.name, measure, report, drill }] : [])),
  )
  it.each(counted)('opens exactly as many records as it says: $name, $measure', async ({ report, measure, drill }) => {
    const all = requestAs(app, await makePerson(test.platform, [], 'Root', true))
    const asked = `period=custom&start_date=${span.from}&end_date=${span.to}&category=created_at`
    const numbers = [...(await get(`${report.path}?${asked}`)).data, null].map(async (row) => {
      const values = row ?? (await get(`${report.path}/total?${asked}`))
      const list = drillOf(report, measure, { ...span, date: 'created_at' }, row)
      const path = Object.entries(paths).find(([section]) => section === list?.section)?.[1]
      const { total_record } = await get(`${path}?query=${encodeURIComponent(list?.query ?? '')}`, all)
      expect(total_record, `${measure} of ${row ? 'a row' : 'all'}`).toBe(values[drill.counts])
      return Number(total_record)
    })
    expect(Math.max(...(await Promise.all(numbers)))).toBeGreaterThan(0)
  })

  it('of a measure that counts something else says what its list has', () => {
    expect(counted.filter(({ drill, measure }) => drill.counts !== measure || drill.within)).toMatchObject([
      { measure: 'follow_ups', drill: { counts: 'leads_followed_up', within: 'leads' } },
      { measure: 'rating', drill: { counts: 'chats_rated', within: 'chats' } },
    ])
  })
})

describe('an export of chats', () => {
  it.each([
    ['', 'Filter date must not be empty'],
    [
      `created_at:${year}-01-31..${year}-02-28`,
      `Data export is limited to ${new Date(year, 2, 0).getDate()} days. You entered 29. Please select the period that corresponds to the number of days in the destination month`,
    ],
  ])('needs days, and no more than a month has: %s', async (query, message) => {
    const { status, body } = await read('POST', exportChat.path, { query })
    expect([status, body.message]).toEqual([422, message])
  })

  it('takes no other date and no other filter', async () => {
    for (const query of [`updated_at:${year}-05-01..${year}-05-31`, `created_at:${year}-05-01..${year}-05-31,phone:628`])
      expect((await read('POST', exportChat.path, { query })).status).toBe(422)
  })

  it('needs its own permission', async () => {
    const reader = requestAs(app, await makePerson(test.platform, ['get sales-activity']))
    expect((await reader('POST', exportChat.path, { query: `created_at:${year}-05-10` })).status).toBe(403)
  })

  it('is made by a task and downloaded there; a salesperson has their own rooms in it', async () => {
    await startJobs(test.platform, [exportChatJob], [])
    const query = `created_at:${year}-05-01..${year}-05-31`
    for (const [person, rows] of [
      [manager, 10],
      [ana, 6],
    ] as const) {
      const ask = requestAs(app, person)
      const { status, body } = await ask('POST', exportChat.path, { query })
      expect([status, body.data]).toMatchObject([
        200,
        { report: 'chat', from: `${year}-05-01`, to: `${year}-05-31`, created_by: expect.any(String) },
      ])
      const newest = async () => (await ask('GET', `${exportHistory.path}?sort=id desc`)).body.data[0]
      await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ state: 'done', rows })
      const path = fillPath(jobResult.path, { id: body.data.job })
      const file = await app.request(path, { headers: { authorization: `Bearer ${person.token}` } })
      expect([file.status, file.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining(`chat-${year}-05-01_${year}-05-31.xlsx`),
      ])
    }
    // A salesperson sees one export, Root both.
    expect((await get(exportHistory.path, requestAs(app, ana))).total_record).toBe(1)
    expect((await get(exportHistory.path)).total_record).toBe(2)
  })

  it('stands in the history beside those of reports', async () => {
    const file = await app.request(`${supportActivity.path}/export?${may}&format=csv`, {
      headers: { authorization: `Bearer ${manager.token}` },
    })
    expect((await file.text()).trim().split(/\r?\n/)).toHaveLength(2)
    const { rows } = await test.platform.database.db.execute(sql`select report, rows from report_exports order by id desc limit 1`)
    expect(rows).toEqual([{ report: 'support-activity', rows: 1 }])
    const found = await get(`${exportHistory.path}?report=support-activity`)
    expect(found.data).toMatchObject([{ report: 'support-activity', state: 'done', job: null, rows: 1 }])
  })
})
