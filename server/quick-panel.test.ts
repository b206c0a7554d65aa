/** The quick panel over counting areas (server/platform/routes/quick-panel.ts). */
import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quickPanel } from '#contract/quick-panel.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { members, membershipAccounts } from '#server/db/tables/members.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { createApp } from './app.ts'
import { receive } from './inbox/inbound/receive.ts'
import { wibZone } from './platform/core/calendar.ts'

let test: TestPlatform
let ani: Person
let asAni: TestRequest
let asBudi: TestRequest
let asSupport: TestRequest
let asAdmin: TestRequest
let asNobody: TestRequest

const panel = async (ask: TestRequest, query = '') => {
  const { status, body } = await ask('GET', quickPanel.path + query)
  expect(status).toBe(200)
  return Object.fromEntries(body.items.map(({ name, count }: { name: string; count: number }) => [name, count]))
}

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  const crm = ['get crm', 'create crm', 'update crm']
  ani = await makePerson(test.platform, crm, 'Sales')
  asAni = requestAs(app, ani)
  asBudi = requestAs(app, await makePerson(test.platform, crm, 'Sales'))
  asSupport = requestAs(app, await makePerson(test.platform, crm, 'Support'))
  asAdmin = requestAs(app, await makePerson(test.platform, ['get assign-sales'], 'Admin'))
  asNobody = requestAs(app, await makePerson(test.platform, ['get bank'], 'Finance'))

  const noon = DateTime.now().setZone(wibZone).set({ hour: 12 })
  const due = [noon.minus({ days: 1 }), noon.minus({ months: 2 }), noon, noon.plus({ days: 1 })]
  for (const [at, when] of due.entries()) {
    const lead = { name: `Lead ${at}`, phone: `62812000000${at}`, status: 'new', next_follow_up: when.toISO() }
    expect((await asAni('POST', section.path, { ...lead, sales: ani.id })).status).toBe(201)
  }
  await asSupport('POST', section.path, { name: 'Nobody’s', phone: '628129999999', status: 'new', next_follow_up: noon.toISO() })
  const number = await makeNumber(test.platform, {})
  await receive(test.platform, [fromCustomer(number, '628111000001'), fromCustomer(number, '628111000002')])
  await test.platform.database.db.update(rooms).set({ assignee_sales: ani.id }).where(eq(rooms.customer_phone, '628111000001'))
})
afterAll(() => test.close())

it('the quick panel counts own records and unassigned rooms for a salesperson', async () => {
  expect(await panel(asAni)).toEqual({ leads_overdue: 2, leads_today: 1, chats_unread: 2 })
  expect(await panel(asBudi)).toEqual({ leads_overdue: 0, leads_today: 0, chats_unread: 1 })
})

it('the quick panel counts all records for those who see all', async () => {
  expect(await panel(asSupport)).toEqual({ leads_overdue: 2, leads_today: 2, chats_unread: 2 })
})

it('the quick panel omits unreadable counts, and refuses no signed-in person', async () => {
  expect(await panel(asAdmin)).toEqual({ chats_unread: 2 })
  expect(await panel(asNobody)).toEqual({})
  expect((await test.platform.database.db.select().from(rooms)).length).toBe(2)
})

it('the quick panel follows reading: personal reading in rooms of others', async () => {
  const list = async () => (await asSupport('GET', '/crm/in/v1/chat-platform')).body.data
  const theirs = (await list()).find((room: { customer_phone: string }) => room.customer_phone === '628111000001')
  const ids = [theirs.ref]
  expect((await asSupport('PUT', '/crm/in/v1/chat-platform/mark-as-unread', { ids, mark_as_unread: false })).status).toBe(200)
  expect([(await panel(asSupport)).chats_unread, (await panel(asAni)).chats_unread]).toEqual([1, 2])
  const until = DateTime.now().plus({ hours: 2 }).toISO()
  expect((await asAni('PUT', '/crm/in/v1/chat-platform/snooze', { ids, snoozed_until: until })).status).toBe(200)
  expect((await panel(asAni)).chats_unread).toBe(1)
})

it('the quick panel counts unpaid orders and memberships ending within 14 days, for their readers', async () => {
  const { db } = test.platform.database
  const day = (from: number) => sql`(now() at time zone 'Asia/Jakarta')::date + ${from}::int`
  const reading = ['get member', 'get transaction'] as const
  const seller = await makePerson(test.platform, reading, 'Sales')
  const made = await db
    .insert(members)
    .values([
      { name: 'Mine', phone: '628130000001', sales_id: seller.id, company_code: 'ETF' },
      { name: 'Other', phone: '628130000002', sales_id: ani.id },
    ])
    .returning()
  const account = (member_id: number, from: number) => ({ member_id, product: 'EMT', type: 'Regular', expires_on: day(from) })
  await db.insert(membershipAccounts).values([account(made[0]?.id ?? 0, 14), account(made[1]?.id ?? 0, 3)])
  const order = { subtotal: 1, total: 1, order_date: '2026-01-01T00:00:00Z', phone: '628130000001' }
  await db.insert(orders).values(
    ['unpaid', 'paid', 'unpaid'].map((payment_status, at) => ({
      ...order,
      payment_status,
      order_number: `TRX-260101-${at}`,
      member_id: made[at === 2 ? 1 : 0]?.id ?? 0,
    })),
  )
  const app = createApp(test.platform)
  expect(await panel(requestAs(app, seller))).toEqual({ orders_unpaid: 1, members_ending: 1 })
  expect(await panel(requestAs(app, await makePerson(test.platform, [...reading])))).toEqual({ orders_unpaid: 2, members_ending: 2 })
  const inOffice = await panel(requestAs(app, await makePerson(test.platform, [...reading])), '?back_office=true')
  expect(inOffice).toEqual({ orders_unpaid: 2, members_ending: 1 })
})
