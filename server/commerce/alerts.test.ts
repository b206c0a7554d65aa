import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { memberAlerts, members, membershipAccounts } from '#server/db/tables/members.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { addAlerts, alertEnds } from './alerts.ts'
import { serverDay } from './ledger.ts'

let test: TestPlatform
let db: Db
let today = ''
let made = 0
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  today = await serverDay(db)
})
afterAll(() => test.close())

async function withEnd(days: number, values: { product?: string; member_id?: number; deleted_at?: string } = {}): Promise<number> {
  const { deleted_at, member_id, product = 'EMT' } = values
  const phone = `62803${String(++made).padStart(7, '0')}`
  const [row] = member_id ? [{ id: member_id }] : await db.insert(members).values({ name: 'Sari', phone, deleted_at }).returning()
  const id = row?.id ?? 0
  await db
    .insert(membershipAccounts)
    .values({ member_id: id, product, type: member_id ? 'VIP' : 'Regular', expires_on: addDays(today, days) })
  return id
}
const alertsOf = async (id: number) => {
  const rows = await db.select().from(memberAlerts).where(eq(memberAlerts.member_id, id)).orderBy(memberAlerts.id)
  return rows.map(({ kind, step }) => [kind, step])
}

it('an end that is near or passed is alerted of once for each step', async () => {
  const days = [31, 30, 15, 14, 4, 3, 0, -1, -30, -31]
  const ids = await Promise.all(days.map((each) => withEnd(each)))
  const trashed = await withEnd(2, { deleted_at: '2026-03-01T00:00:00Z' })
  const longer = await withEnd(2)
  await withEnd(60, { member_id: longer })
  const count = await alertEnds(db)
  const found = new Map(await Promise.all(ids.map(async (id, at) => [days[at], await alertsOf(id)] as const)))
  expect([...found]).toEqual([
    [31, []],
    [30, [['expiring', 30]]],
    [15, [['expiring', 30]]],
    [14, [['expiring', 14]]],
    [4, [['expiring', 14]]],
    [3, [['expiring', 3]]],
    [0, [['expiring', 3]]],
    [-1, [['expired', 0]]],
    [-30, [['expired', 0]]],
    [-31, []],
  ])
  expect([await alertsOf(trashed), await alertsOf(longer)]).toEqual([[], []])
  expect(count).toBe([...found.values()].flat().length)
  expect(await alertEnds(db)).toBe(0)
})

it('alerts are stored as they are given, none for none', async () => {
  const id = await withEnd(90)
  await addAlerts(test.platform.database, db, [])
  expect(await alertsOf(id)).toEqual([])
  await test.platform.database.transaction((tx) =>
    addAlerts(test.platform.database, tx, [{ member_id: id, kind: 'sales', detail: 'Sari – Budi' }]),
  )
  expect(await db.select().from(memberAlerts).where(eq(memberAlerts.member_id, id))).toMatchObject([
    { kind: 'sales', detail: 'Sari – Budi' },
  ])
})
