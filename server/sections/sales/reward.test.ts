import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Changes, HistoryAction } from '#contract/kit/section/history.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { createApp } from '#server/app.ts'
import { orders, rewards } from '#server/db/tables/commerce.ts'
import { leadClosings } from '#server/db/tables/crm.ts'
import { members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { fixRewards } from './reward.ts'

const { path } = reward
const permissions = ['reward', 'crm'].flatMap((area) => ['get', 'create', 'update', 'delete'].map((action) => `${action} ${area}`))
let test: TestPlatform
let [first, second]: Person[] = []
let ask: TestRequest
let buyer = 0
let numbers = 0

beforeAll(async () => {
  test = await testPlatform()
  first = await makePerson(test.platform, permissions, 'Sales')
  second = await makePerson(test.platform, permissions, 'Sales')
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [...permissions, 'update assign-sales']))
  const [member] = await test.platform.database.db.insert(members).values({ name: 'Pembeli', phone: '6281200001111' }).returning()
  buyer = member?.id ?? 0
})
afterAll(() => test.close())

/** An order of a salesperson, paid at that time. */
async function sold(seller: Person | undefined, total: number, paid_at: string | null): Promise<number> {
  numbers += 1
  const [row] = await test.platform.database.db
    .insert(orders)
    .values({
      order_number: `TRX-260301-${numbers}`,
      member_id: buyer,
      phone: '6281200001111',
      subtotal: total,
      total,
      payment_status: paid_at ? 'paid' : 'unpaid',
      paid_at,
      order_date: '2026-03-01T00:00:00Z',
      sales: seller?.id ?? null,
    })
    .returning()
  return row?.id ?? 0
}

async function promised(values: object): Promise<number> {
  const made = await ask('POST', path, {
    name: 'Juara',
    period: '2026-03',
    sales: [first?.id],
    metric: 'revenue',
    target: 1_000,
    prize: 'Piala',
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data.id
}
const one = async (id: number) => (await ask('GET', `${path}/${id}`)).body.data

it('a reward sums what its salespeople sold in the month of Jakarta, as it is now', async () => {
  const [revenue, points, both] = [
    await promised({}),
    await promised({ metric: 'points' }),
    await promised({ metric: 'points', sales: [first?.id, second?.id] }),
  ]
  // Points are counted per order.
  await sold(first, 1_349_100, '2026-03-10T03:00:00Z')
  await sold(first, 95_000, '2026-03-11T03:00:00Z')
  await sold(second, 1_449_000, '2026-03-12T03:00:00Z')
  // The first moment of April in Jakarta, and the last of March.
  await sold(first, 500_000, '2026-03-31T17:00:00Z')
  const last = await sold(first, 10_000, '2026-03-31T16:59:59Z')
  await sold(first, 700_000, null)
  expect((await one(revenue)).achieved).toBe(1_349_100 + 95_000 + 10_000)
  expect((await one(points)).achieved).toBe(143 + 1)
  expect((await one(both)).achieved).toBe(143 + 1 + 144)
  // What went back counts no more.
  const back = await sold(first, 60_000, '2026-03-13T03:00:00Z')
  await test.platform.database.db.update(orders).set({ refunded: 55_000 }).where(eq(orders.id, back))
  expect((await one(revenue)).achieved).toBe(1_349_100 + 95_000 + 10_000 + 5_000)
  expect((await one(points)).achieved).toBe(143 + 1)
  await test.platform.database.db.update(orders).set({ refunded: 60_000 }).where(eq(orders.id, back))
  await test.platform.database.db.update(orders).set({ deleted_at: sql`now()` }).where(eq(orders.id, last))
  expect((await one(revenue)).achieved).toBe(1_349_100 + 95_000)
})

it('a reward counts a lead that was won once, for whom it was then', async () => {
  const month = (
    await test.platform.database.db.execute<{ month: string }>(sql`select to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM') as month`)
  ).rows[0]?.month
  const id = await promised({ metric: 'closings', period: month, target: 1 })
  const lead = await ask('POST', '/crm/in/v1/lead', { name: 'Calon', phone: '6281200002222', status: 'prospect', sales: first?.id })
  expect(lead.status, JSON.stringify(lead.body)).toBe(201)
  const move = (status: string) => ask('PUT', '/crm/in/v1/lead/status', { ids: [lead.body.data.id], status })
  for (const status of ['closing', 'prospect', 'closing', 'closing retention']) expect((await move(status)).status).toBe(200)
  expect(await test.platform.database.db.$count(leadClosings)).toBe(3)
  expect(await one(id)).toMatchObject({ achieved: 1, status: 'running' })
})

it('a reward is settled once the month is over for a week, and keeps what counted', async () => {
  const { db } = test.platform.database
  const id = await promised({ period: '2026-02', target: 300_000 })
  const missed = await promised({ period: '2026-02', target: 300_001 })
  const order = await sold(first, 300_000, '2026-02-14T03:00:00Z')
  const due = await db.execute<{ due: boolean }>(sql`select now() >= '2026-03-07T17:00:00Z'::timestamptz as due`)
  expect(due.rows[0]?.due).toBe(true)
  await fixRewards(db)
  expect([(await one(id)).status, (await one(missed)).status]).toEqual(['achieved', 'missed'])
  await db.update(orders).set({ deleted_at: sql`now()` }).where(eq(orders.id, order))
  expect(await one(id)).toMatchObject({ achieved: 300_000, status: 'achieved' })
  const row = await one(id)
  expect((await ask('PUT', `${path}/${id}`, { ...row, target: 5 })).body.fields).toMatchObject({ target: { code: 'fixed' } })
  expect((await ask('PUT', `${path}/${id}`, { ...row, prize: 'Medali' })).body.data).toMatchObject({ prize: 'Medali', achieved: 300_000 })
  expect((await ask('GET', `${path}?query=status:achieved`)).body.data.map((each: { id: number }) => each.id)).toContain(id)
})

it('a reward counts what was valid at the start of the eighth day, however late the job is', async () => {
  const { db } = test.platform.database
  const due = '2026-03-07T17:00:00Z'
  const ids = [
    await promised({ period: '2026-02', sales: [second?.id] }),
    await promised({ period: '2026-02', sales: [second?.id], metric: 'points' }),
  ]
  const [stays, cancelled, deleted, restored, late] = await Promise.all(
    [10_000, 20_000, 40_000, 80_000, 160_000].map((total) => sold(second, total, '2026-02-10T03:00:00Z')),
  )
  /** Writes a history entry of an order. */
  const done = (record: number | undefined, action: HistoryAction, at: string, changes: Changes = {}) =>
    db.insert(audit).values({ section: transaction.name, record: record ?? 0, action, changes, created_at: at })
  const [before, after] = ['2026-03-07T16:59:59Z', due]
  await db
    .update(orders)
    .set({ payment_status: 'cancel' })
    .where(eq(orders.id, cancelled ?? 0))
  await done(cancelled, 'update', after, { payment_status: ['paid', 'cancel'] })
  await db
    .update(orders)
    .set({ deleted_at: sql`now()` })
    .where(eq(orders.id, deleted ?? 0))
  await done(deleted, 'trash', before)
  // Deleted before, restored after.
  await done(restored, 'trash', before)
  await done(restored, 'restore', after)
  // Paid after, with a day of the month named.
  await done(late, 'update', after, { payment_status: ['unpaid', 'paid'] })
  await done(stays, 'update', after, { note: [null, 'Titip'] })
  // Paid back before, in part, and after.
  const [early, later] = [await sold(second, 50_000, '2026-02-11T03:00:00Z'), await sold(second, 70_000, '2026-02-11T03:00:00Z')]
  await db.update(orders).set({ refunded: 50_000 }).where(eq(orders.id, early))
  await done(early, 'update', before, { refunded: [0, 30_000] })
  await done(early, 'update', after, { refunded: [30_000, 50_000] })
  await db.update(orders).set({ refunded: 70_000 }).where(eq(orders.id, later))
  await done(later, 'update', after, { refunded: [0, 70_000] })
  const sums = async () => Promise.all(ids.map(async (id) => (await one(id)).achieved))
  expect(await sums()).toEqual([120_000, 12])
  await db
    .update(rewards)
    .set({ created_at: '2026-02-01T00:00:00Z' })
    .where(eq(rewards.id, ids[0] ?? 0))
  const promise = await one(ids[0] ?? 0)
  expect(promise.status).toBe('achieved')
  expect((await ask('PUT', `${path}/${ids[0]}`, { ...promise, target: 5 })).body.fields).toMatchObject({ target: { code: 'fixed' } })
  await fixRewards(db)
  expect(await sums()).toEqual([120_000, 12])
  const [kept] = await db
    .select()
    .from(rewards)
    .where(eq(rewards.id, ids[0] ?? 0))
  expect(new Date(kept?.fixed_at ?? 0).toISOString()).toBe('2026-03-07T17:00:00.000Z')
})

it('a list begins with the rewards of this month, then of the coming and of the past ones, and is sorted by month when asked', async () => {
  const monthAt = async (from: number) => {
    const { rows } = await test.platform.database.db.execute<{ month: string }>(
      sql`select to_char((now() at time zone 'Asia/Jakarta') + make_interval(months => ${from}), 'YYYY-MM') as month`,
    )
    return rows[0]?.month ?? ''
  }
  const months = await Promise.all([0, 1, 2, -1, -2].map(monthAt))
  for (const period of months.toSorted()) await promised({ name: 'Berurutan', period })
  const listed = async (sort: string) =>
    (await ask('GET', `${path}?search=Berurutan${sort}`)).body.data.map(({ period }: { period: string }) => period)
  expect(await listed('')).toEqual(months)
  expect(await listed('&sort=period%20desc')).toEqual(months.toSorted().toReversed())
})

it('of a month that is not over for a week runs on', async () => {
  const { db } = test.platform.database
  const month = sql`to_char((now() - interval '7 days') at time zone 'Asia/Jakarta', 'YYYY-MM')`
  const [row] = (await db.execute<{ month: string }>(sql`select ${month} as month`)).rows
  const id = await promised({ period: row?.month })
  await fixRewards(db)
  const [kept] = await db.select().from(rewards).where(eq(rewards.id, id))
  expect(kept?.fixed_at).toBeNull()
})

it('a reward is refused without a prize, a salesperson or a target, and with a month that is none', async () => {
  const good = { name: 'Juara', period: '2026-03', sales: [first?.id], metric: 'revenue', target: 5, prize: 'Piala' }
  const wrong = [
    { prize: null },
    { sales: [] },
    { sales: [9_999_999] },
    { target: 0 },
    { target: 1.5 },
    { target: 2 ** 53 },
    { period: '2026-13' },
    { metric: 'love' },
  ]
  for (const values of wrong) expect((await ask('POST', path, { ...good, ...values })).status, JSON.stringify(values)).toBe(422)
})
