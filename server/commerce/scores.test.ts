import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#contract/sections/sales/transaction.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { monthIn, scores } from './scores.ts'

let test: TestPlatform
let db: Db
let [sari, budi, buyer] = [0, 0, 0]
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  sari = (await makePerson(test.platform, [])).id
  budi = (await makePerson(test.platform, [])).id
  buyer = (await db.insert(members).values({ name: 'Rina', phone: '6280400000001' }).returning())[0]?.id ?? 0
})
afterAll(() => test.close())

let made = 0
const order = async (sales: number, total: number, values: Partial<typeof orders.$inferInsert> = {}) =>
  (
    await db
      .insert(orders)
      .values({
        ...{ order_number: `TRX-${++made}`, member_id: buyer, phone: '628130000', subtotal: total, total, sales, order_date: sql`now()` },
        ...{ payment_status: 'paid', paid_at: '2026-03-15T00:00:00Z' },
        ...values,
      })
      .returning()
  )[0]?.id ?? 0
const march = monthIn(sql`'2026-03'`)
const value = async (sum: SQL) => Number((await db.execute<{ n: string }>(sql`select ${sum} as n`)).rows[0]?.n)
const of = (...ids: number[]) =>
  sql`(${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`

it('sums of a month in Jakarta are those of paid orders that are not in the trash, of these salespeople', async () => {
  await order(sari, 105_000, { paid_at: '2026-02-28T17:00:00Z' })
  await order(sari, 19_999, { paid_at: '2026-03-31T16:59:59Z' })
  await order(sari, 7_000_000, { paid_at: '2026-03-31T17:00:00Z' })
  await order(sari, 7_000_000, { paid_at: '2026-02-28T16:59:59Z' })
  await order(sari, 7_000_000, { payment_status: 'unpaid' })
  await order(sari, 7_000_000, { deleted_at: '2026-03-20T00:00:00Z' })
  await order(budi, 50_000)
  expect([await value(scores.revenue(march, of(sari))), await value(scores.points(march, of(sari)))]).toEqual([124_999, 11])
  expect(await value(scores.revenue(march, of(sari, budi)))).toBe(174_999)
  expect(await value(scores.points(march, of(999_999)))).toBe(0)
})

it('sums at a past time are of orders as they were then', async () => {
  const dwi = (await makePerson(test.platform, [])).id
  const cancelled = await order(dwi, 10_000, { payment_status: 'cancel' })
  const restored = await order(dwi, 300_000)
  const late = await order(dwi, 5_000_000)
  const event = (
    record: number,
    action: 'create' | 'update' | 'restore',
    changes: Record<string, [unknown, unknown]>,
    created_at: string,
  ) => db.insert(audit).values({ section: transaction.name, record, action, changes, created_at })
  await event(cancelled, 'update', { payment_status: ['paid', 'cancel'] }, '2026-04-10T00:00:00Z')
  await event(restored, 'restore', {}, '2026-04-10T00:00:00Z')
  await event(late, 'create', {}, '2026-04-10T00:00:00Z')
  const at = (time: string) => value(scores.revenue(march, of(dwi), sql`${time}::timestamptz`))
  expect([await at('2026-04-05T00:00:00Z'), await at('2026-04-15T00:00:00Z')]).toEqual([10_000, 5_300_000])
  expect(await value(scores.points(march, of(dwi), sql`'2026-04-05T00:00:00Z'::timestamptz`))).toBe(1)
  expect(await value(scores.revenue(march, of(dwi)))).toBe(5_300_000)
})
