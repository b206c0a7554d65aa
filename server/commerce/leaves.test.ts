import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { memberLeaves, members, membershipAccounts } from '#server/db/tables/members.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { canStartLeave, judgeLeave, type LeavePlan, openLeaves, settleLeave, startLeave, stopBoughtLeaves, stopLeave } from './leaves.ts'
import { type AccountKey, appendEntries, entriesOf, lockAccounts, type NewEntry, serverDay } from './ledger.ts'

let test: TestPlatform
let db: Db
let today = ''
let owner = 0
let regular = 0
let made = 0
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  today = await serverDay(db)
})
afterAll(() => test.close())

const inside = <T>(work: (tx: Db) => Promise<T>) => test.platform.database.transaction(work)
const day = (days: number) => addDays(today, days)

async function makeMember(): Promise<number> {
  made += 1
  const [row] = await db
    .insert(members)
    .values({ name: `Member ${made}`, phone: `62802${String(made).padStart(7, '0')}` })
    .returning()
  return row?.id ?? 0
}
async function account(values: Partial<AccountKey> = {}): Promise<number> {
  const [row] = await inside((tx) => lockAccounts(tx, [{ member_id: owner, product: 'EMT', type: 'Regular', ...values }]))
  return row?.id ?? 0
}
const append = (id: number, ...entries: NewEntry[]) => inside((tx) => appendEntries(tx, id, entries, 'Ani'))
const endOf = async (id = regular) => (await db.select().from(membershipAccounts).where(eq(membershipAccounts.id, id)))[0]?.expires_on
const grant = (id: number, days: number, item?: number) =>
  append(id, { kind: 'grant', days, ...(item ? { source: 'order', source_id: item } : { source: 'hand' }) })

/** A member with access for 30 days. */
beforeEach(async () => {
  owner = await makeMember()
  regular = await account()
  await grant(regular, 30)
})

const plan = (from: number, to: number, values: Partial<LeavePlan> = {}): LeavePlan => ({
  ...{ member_id: owner, product: 'EMT', start: day(from), end: day(to) },
  ...values,
})
const judge = (planned: LeavePlan) => inside((tx) => judgeLeave(tx, planned))
/** Stores a leave and moves the ends. */
async function leave(from: number, to: number, values: Partial<LeavePlan> = {}) {
  const [row] = await db
    .insert(memberLeaves)
    .values(plan(from, to, values))
    .returning()
  if (!row) throw new Error('nothing was stored')
  await settle(row)
  return row
}
const settle = (row: LeavePlan & { id: number }, days?: number) => inside((tx) => settleLeave(tx, row, 'Ani', days))
const stored = async (id: number) => (await db.select().from(memberLeaves).where(eq(memberLeaves.id, id)))[0]

describe('a leave', () => {
  it('needs access on its first day, of its product', async () => {
    expect(await judge(plan(30, 31))).toBeNull()
    expect(await judge(plan(31, 32))).toBe('no_access')
    expect(await judge(plan(1, 2, { product: 'ETF' }))).toBe('no_access')
    expect(await judge(plan(1, 2, { member_id: await makeMember() }))).toBe('no_access')
  })

  it('overlaps no other of its member and product, but may stand beside it or behind one that was stopped', async () => {
    const first = await leave(5, 9)
    expect(await judge(plan(9, 12))).toBe('overlaps')
    expect(await judge(plan(1, 5))).toBe('overlaps')
    expect(await judge(plan(6, 7))).toBe('overlaps')
    expect(await judge(plan(10, 12))).toBeNull()
    expect(await judge(plan(1, 4))).toBeNull()
    expect(await judge({ ...plan(6, 12), id: first.id })).toBeNull()
    await account({ product: 'ETF' }).then((id) => grant(id, 30))
    expect(await judge(plan(6, 7, { product: 'ETF' }))).toBeNull()
    await db
      .update(memberLeaves)
      .set({ stopped_on: day(5) })
      .where(eq(memberLeaves.id, first.id))
    expect(await judge(plan(6, 7))).toBeNull()
  })

  it('moves the end of every account of the product that has access then, by its days', async () => {
    const [vip, short] = [await account({ type: 'VIP' }), await account({ product: 'ETF' })]
    await grant(vip, 4)
    await grant(short, 30)
    await leave(5, 9)
    expect([await endOf(), await endOf(vip), await endOf(short)]).toEqual([day(35), day(4), day(30)])
  })

  it('that is settled again changes nothing; longer, shorter or moved it changes the end by the difference', async () => {
    const row = await leave(5, 9)
    await settle(row)
    expect((await entriesOf(db, [regular])).length).toBe(2)
    await settle({ ...row, end: day(11) })
    expect(await endOf()).toBe(day(37))
    await settle({ ...row, end: day(6) })
    expect(await endOf()).toBe(day(32))
    await settle({ ...row, start: day(7), end: day(8) })
    expect(await endOf()).toBe(day(32))
    expect((await entriesOf(db, [regular])).at(-1)).toMatchObject({
      kind: 'leave',
      days: 0,
      start: day(7),
      source: 'leave',
      source_id: row.id,
    })
    await settle({ ...row, start: day(7), end: day(8) })
    expect((await entriesOf(db, [regular])).length).toBe(5)
  })

  it('that moves to another product gives its days back, and takes them there', async () => {
    const etf = await account({ product: 'ETF' })
    await grant(etf, 30)
    const row = await leave(5, 9)
    await settle({ ...row, product: 'ETF' })
    expect([await endOf(), await endOf(etf)]).toEqual([day(30), day(35)])
    await settle({ ...row, product: 'ETF' }, 0)
    expect([await endOf(), await endOf(etf)]).toEqual([day(30), day(30)])
  })

  it('keeps what was bought after it, and begins anew where access ended before it and came back', async () => {
    const row = await leave(5, 9)
    await grant(regular, 10)
    await settle({ ...row, end: day(6) })
    expect(await endOf()).toBe(day(42))
    await append(regular, { kind: 'adjust', days: -40, source: 'hand' })
    expect(await endOf()).toBe(day(2))
    const late = await leave(20, 24)
    expect(await endOf()).toBe(day(2))
    await grant(regular, 60)
    await settle(late)
    expect(await endOf()).toBe(day(67))
    await settle({ ...late, end: day(25) })
    expect(await endOf()).toBe(day(68))
  })

  it('that is stopped keeps the days that were taken', async () => {
    const row = await leave(-2, 7)
    expect(await endOf()).toBe(day(40))
    await inside((tx) => stopLeave(tx, row, today, 'Ani'))
    expect(await endOf()).toBe(day(32))
    const planned = await leave(10, 14)
    await inside((tx) => stopLeave(tx, planned, today, 'Ani'))
    expect(await endOf()).toBe(day(32))
  })
})

describe('a leave that was bought', () => {
  let items = 7_000
  const bought = (days: number) => ({ member_id: owner, product: 'EMT', days })
  const start = async (days: number) => {
    items += 1
    await inside((tx) => startLeave(tx, bought(days), items, 'Ani'))
    return items
  }
  const ofItem = async (item: number) => (await db.select().from(memberLeaves).where(eq(memberLeaves.order_item, item)))[0]

  it('may last 1 to 90 days, and needs access tomorrow and no other leave', async () => {
    const may = (days: number) => inside((tx) => canStartLeave(tx, bought(days)))
    expect([await may(0), await may(1), await may(90), await may(91)]).toEqual([false, true, true, false])
    await leave(5, 9)
    expect([await may(4), await may(5)]).toEqual([true, false])
    owner = await makeMember()
    expect(await may(1)).toBe(false)
  })

  it('begins tomorrow, and moves the end', async () => {
    const item = await start(5)
    expect(await ofItem(item)).toMatchObject({ ...plan(1, 5), created_by: 'Ani', updated_by: 'Ani', stopped_on: null })
    expect(await endOf()).toBe(day(35))
  })

  it('stops with its items, once, and others go on', async () => {
    const other = await leave(10, 12)
    const item = await start(5)
    const stop = (...which: number[]) => inside((tx) => stopBoughtLeaves(tx, which, 'Budi'))
    await stop()
    await stop(items + 1)
    expect(await endOf()).toBe(day(38))
    await stop(item)
    expect(await endOf()).toBe(day(33))
    expect(await ofItem(item)).toMatchObject({ stopped_on: today, updated_by: 'Budi', version: 2 })
    await stop(item)
    expect(await ofItem(item)).toMatchObject({ version: 2 })
    expect(await stored(other.id)).toMatchObject({ stopped_on: null, version: 1 })
  })

  it('is left alone once it is over', async () => {
    const item = await start(5)
    await db
      .update(memberLeaves)
      .set({ start: day(-9), end: day(-1) })
      .where(eq(memberLeaves.order_item, item))
    await inside((tx) => stopBoughtLeaves(tx, [item], 'Budi'))
    expect(await ofItem(item)).toMatchObject({ stopped_on: null, version: 1 })
  })
})

it('items are in use while a leave is planned or running on an account that they granted', async () => {
  const item = 9_001
  await grant(regular, 10, item)
  const isOpen = (...items: number[]) => openLeaves(db, items)
  expect(await isOpen(item)).toBe(false)
  const row = await leave(5, 9)
  expect([await isOpen(item), await isOpen(), await isOpen(item + 1)]).toEqual([true, false, false])
  await db.update(memberLeaves).set({ product: 'ETF' }).where(eq(memberLeaves.id, row.id))
  expect(await isOpen(item)).toBe(false)
  await db
    .update(memberLeaves)
    .set({ product: 'EMT', start: day(-3), end: today })
    .where(eq(memberLeaves.id, row.id))
  expect(await isOpen(item)).toBe(true)
  await db
    .update(memberLeaves)
    .set({ end: day(-1) })
    .where(eq(memberLeaves.id, row.id))
  expect(await isOpen(item)).toBe(false)
  await db
    .update(memberLeaves)
    .set({ end: day(9), stopped_on: today })
    .where(eq(memberLeaves.id, row.id))
  expect(await isOpen(item)).toBe(false)
})
