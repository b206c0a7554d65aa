import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { memberLeaves, members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { appendEntries, lockAccounts, type NewEntry } from './ledger.ts'

let test: TestPlatform
let db: Db
let owner = 0
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  owner = (await db.insert(members).values({ name: 'Sari', phone: '6280500000001' }).returning())[0]?.id ?? 0
})
afterAll(() => test.close())

/** Appends an entry, and returns the cause in the member's newest history. */
async function causeOf(entry: NewEntry): Promise<unknown> {
  await test.platform.database.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [{ member_id: owner, product: 'EMT', type: 'Regular' }])
    await appendEntries(tx, account?.id ?? 0, [entry], 'Ani')
  })
  const rows = await db.select().from(audit).where(eq(audit.record, owner)).orderBy(audit.id)
  return rows.at(-1)?.changes.cause?.[1]
}

it('the history of a member names the order, the days of the leave, or the note that moved an end', async () => {
  const sold = { member_id: owner, phone: '628130000', subtotal: 1, total: 1, order_date: sql`now()` }
  const [order] = await db
    .insert(orders)
    .values([
      { order_number: 'TRX-1', ...sold },
      { order_number: 'TRX-2', ...sold },
    ])
    .returning()
  const line = { position: 1, category: 'membership', product_id: 1, name: 'EMT', price: 1, qty: 1, order_id: order?.id ?? 0 }
  const [item] = await db.insert(orderItems).values(line).returning()
  const leave = { member_id: owner, product: 'EMT', start: '2026-03-01', end: '2026-03-05' }
  const [away] = await db.insert(memberLeaves).values(leave).returning()
  expect(await causeOf({ kind: 'grant', days: 30, source: 'order', source_id: item?.id ?? 0 })).toEqual({
    source: 'order',
    detail: 'TRX-1',
  })
  expect(await causeOf({ kind: 'adjust', days: 5, source: 'leave', source_id: away?.id ?? 0, reason: 'A note' })).toEqual({
    source: 'leave',
    detail: '2026-03-01 – 2026-03-05',
  })
  expect(await causeOf({ kind: 'adjust', days: 1, source: 'hand', reason: 'A note' })).toEqual({ source: 'hand', detail: 'A note' })
  expect(await causeOf({ kind: 'grant', days: 1, source: 'order', source_id: 999_999 })).toEqual({ source: 'order', detail: null })
  expect(await causeOf({ kind: 'adjust', days: 1, source: 'leave', source_id: 999_999 })).toEqual({ source: 'leave', detail: null })
})
