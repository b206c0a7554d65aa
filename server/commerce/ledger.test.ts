import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import { member as memberSection } from '#contract/sections/member/member.ts'
import type { Db } from '#server/db/database.ts'
import { members, membershipAccounts } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import {
  type AccountKey,
  appendEntries,
  entriesOf,
  laterGrants,
  lockAccounts,
  lockAccountsOf,
  type NewEntry,
  newestGrants,
  serverDay,
  unvoidGrants,
  voidGrants,
  voidImported,
} from './ledger.ts'

let test: TestPlatform
let db: Db
let today = ''
let owner = 0
let made = 0
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  today = await serverDay(db)
})
afterAll(() => test.close())

async function makeMember(): Promise<number> {
  made += 1
  const [row] = await db
    .insert(members)
    .values({ name: `Member ${made}`, phone: `62801${String(made).padStart(7, '0')}` })
    .returning()
  return row?.id ?? 0
}
beforeEach(async () => {
  owner = await makeMember()
})

const inside = <T>(work: (tx: Db) => Promise<T>) => test.platform.database.transaction(work)
const key = (values: Partial<AccountKey> = {}): AccountKey => ({ member_id: owner, product: 'EMT', type: 'Regular', ...values })
async function account(values: Partial<AccountKey> = {}): Promise<number> {
  const [row] = await inside((tx) => lockAccounts(tx, [key(values)]))
  return row?.id ?? 0
}
const append = (id: number, ...entries: NewEntry[]) => inside((tx) => appendEntries(tx, id, entries, 'Ani'))
const day = (days: number) => addDays(today, days)
const endOf = async (id: number) => (await db.select().from(membershipAccounts).where(eq(membershipAccounts.id, id)))[0]?.expires_on
let items = 0
/** A grant of an order item of its own, and that item. */
async function sell(id: number, days: number): Promise<number> {
  items += 1
  await append(id, { kind: 'grant', days, source: 'order', source_id: items })
  return items
}

describe('accounts', () => {
  it('are made once, without access, and given in the order they were asked for', async () => {
    const other = await makeMember()
    const keys = [key({ member_id: other }), key({ type: 'VIP' }), key({ product: 'ETF' }), key()]
    const first = await inside((tx) => lockAccounts(tx, keys))
    expect(first.map(({ member_id, product, type, expires_on }) => [member_id, product, type, expires_on])).toEqual([
      [other, 'EMT', 'Regular', null],
      [owner, 'EMT', 'VIP', null],
      [owner, 'ETF', 'Regular', null],
      [owner, 'EMT', 'Regular', null],
    ])
    const again = await inside((tx) => lockAccounts(tx, keys.toReversed()))
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id).reverse())
    const all = await inside((tx) => lockAccountsOf(tx, [owner, owner]))
    expect(all.map(({ id }) => id)).toEqual(
      first
        .slice(1)
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    )
    expect(await inside((tx) => lockAccounts(tx, []))).toEqual([])
  })

  it('of concurrent people, who create them in any order, are made without a deadlock', async () => {
    const keys = [key(), key({ type: 'VIP' }), key({ product: 'ETF' })]
    const all = await Promise.all([keys, keys.toReversed(), keys].map((each) => inside((tx) => lockAccounts(tx, each))))
    expect(new Set(all.flat().map(({ id }) => id)).size).toBe(3)
  })
})

describe('entries', () => {
  it('are appended in order, on the server’s day unless one is given, and move the end', async () => {
    const id = await account()
    await append(id, { kind: 'grant', on: day(-10), days: 5, source: 'hand', reason: 'Lama' })
    expect(await endOf(id)).toBe(day(-5))
    const ids = await append(
      id,
      { kind: 'grant', days: 30, source: 'hand' },
      { kind: 'adjust', days: -2, source: 'hand' },
      { kind: 'leave', start: day(3), days: 4, source: 'leave', source_id: 77 },
    )
    expect(await endOf(id)).toBe(day(32))
    const stored = await entriesOf(db, [id])
    expect(stored.slice(1).map((entry) => entry.id)).toEqual(ids)
    expect(stored).toMatchObject([
      { position: 1, kind: 'grant', on: day(-10), days: 5, reason: 'Lama', start: null, created_by: 'Ani', account_id: id },
      { position: 2, kind: 'grant', on: today, days: 30 },
      { position: 3, kind: 'adjust', on: today, days: -2 },
      { position: 4, kind: 'leave', on: today, days: 4, start: day(3), source: 'leave', source_id: 77 },
    ])
    expect(await append(id)).toEqual([])
  })

  it('of other accounts are not among them', async () => {
    const [one, two] = [await account(), await account({ type: 'VIP' })]
    await append(one, { kind: 'grant', days: 5, source: 'hand' })
    await append(two, { kind: 'grant', days: 9, source: 'hand' })
    expect((await entriesOf(db, [two])).map(({ days }) => days)).toEqual([9])
    expect((await entriesOf(db, [two, one])).map(({ days }) => days)).toEqual([5, 9])
    expect(await entriesOf(db, [])).toEqual([])
  })

  it('that move the end stand in the history of the member, with their cause; others do not', async () => {
    const id = await account()
    await append(id, { kind: 'grant', days: 5, source: 'hand', reason: 'Hadiah' })
    await append(id, { kind: 'adjust', days: 0, source: 'hand', reason: 'Nothing' })
    const rows = await db.select().from(audit).where(eq(audit.record, owner))
    expect(rows.filter(({ section }) => section === memberSection.name).map(({ changes, created_by }) => [changes, created_by])).toEqual([
      [
        { products: [[], [{ product: 'EMT', type: 'Regular', expires_on: day(5) }]], cause: [null, { source: 'hand', detail: 'Hadiah' }] },
        'Ani',
      ],
    ])
  })
})

describe('grants of order items', () => {
  it('are voided and unvoided as often as it happens, and each only once', async () => {
    const id = await account()
    const item = await sell(id, 30)
    const kept = await sell(id, 7)
    const turn = async (work: typeof voidGrants, ...which: number[]) => {
      await inside((tx) => work(tx, which, 'Ani'))
      return endOf(id)
    }
    expect(await turn(unvoidGrants, item)).toBe(day(37))
    expect(await turn(voidGrants, item)).toBe(day(7))
    expect(await turn(voidGrants, item)).toBe(day(7))
    expect(await turn(unvoidGrants, item)).toBe(day(37))
    expect(await turn(voidGrants, item, kept)).toBeNull()
    expect(await turn(unvoidGrants, kept)).toBe(day(7))
    const turns = (await entriesOf(db, [id])).slice(2)
    expect(turns.map(({ kind, source, source_id, round }) => [kind, source, source_id, round])).toEqual([
      ['void', 'order', item, 1],
      ['unvoid', 'order', item, 2],
      ['void', 'order', item, 3],
      ['void', 'order', kept, 1],
      ['unvoid', 'order', kept, 2],
    ])
    await inside((tx) => voidGrants(tx, [], 'Ani'))
    await inside((tx) => voidGrants(tx, [999_999], 'Ani'))
    expect(await entriesOf(db, [id])).toHaveLength(7)
  })

  it('on several accounts are voided on each', async () => {
    const [one, two] = [await account(), await account({ type: 'VIP' })]
    const sold = [await sell(two, 3), await sell(one, 3)]
    await inside((tx) => voidGrants(tx, sold, 'Ani'))
    expect([await endOf(one), await endOf(two)]).toEqual([null, null])
  })

  it('are named by their item', async () => {
    const id = await account()
    const [one, two] = [await sell(id, 3), await sell(id, 3)]
    await append(id, { kind: 'grant', days: 1, source: 'hand', source_id: one })
    const [first, second] = await entriesOf(db, [id])
    expect(await newestGrants(db, [one, two])).toEqual(
      new Map([
        [one, first?.id],
        [two, second?.id],
      ]),
    )
    expect(await newestGrants(db, [])).toEqual(new Map())
  })

  it('are built on once a live grant of something else follows on their account', async () => {
    const [id, other] = [await account(), await account({ type: 'VIP' })]
    const first = await sell(id, 30)
    const isBuiltOn = (...going: number[]) => laterGrants(db, [first], going)
    await append(id, { kind: 'adjust', days: 2, source: 'hand' })
    await sell(other, 5)
    expect(await isBuiltOn()).toBe(false)
    const second = await sell(id, 30)
    expect(await isBuiltOn()).toBe(true)
    expect(await isBuiltOn(second)).toBe(false)
    expect(await laterGrants(db, [second])).toBe(false)
    expect(await laterGrants(db, [first, second])).toBe(false)
    await inside((tx) => voidGrants(tx, [second], 'Ani'))
    expect(await isBuiltOn()).toBe(false)
    await append(id, { kind: 'grant', days: 5, source: 'hand', source_id: first })
    expect(await isBuiltOn()).toBe(true)
    await inside((tx) => voidGrants(tx, [first], 'Ani'))
    expect(await isBuiltOn()).toBe(false)
    expect(await laterGrants(db, [])).toBe(false)
  })
})

it('a grant before those of the items, or on another account, is not built on them', async () => {
  const [one, two] = [await account(), await account({ type: 'VIP' })]
  const first = await sell(one, 3)
  await append(two, { kind: 'grant', days: 5, source: 'hand' })
  const second = await sell(two, 3)
  expect([await laterGrants(db, [second]), await laterGrants(db, [first, second])]).toEqual([false, false])
})

describe('an import', () => {
  let imports = 500
  const undo = (imported: number) => inside((tx) => voidImported(tx, imported, owner, 'Ani'))

  it('is taken back on every account of the member that nothing was built on', async () => {
    imports += 1
    const [one, two, other] = [await account(), await account({ type: 'VIP' }), await account({ product: 'ETF' })]
    await append(one, { kind: 'grant', days: 9, source: 'hand' })
    await append(one, { kind: 'adjust', days: -3, source: 'import', source_id: imports })
    await append(
      two,
      { kind: 'grant', days: 5, source: 'import', source_id: imports },
      { kind: 'adjust', days: 1, source: 'import', source_id: imports },
    )
    await append(other, { kind: 'grant', days: 5, source: 'import', source_id: imports + 1_000 })
    expect(await undo(imports)).toBe(true)
    expect([await endOf(one), await endOf(two), await endOf(other)]).toEqual([day(9), null, day(5)])
    expect(await undo(imports)).toBe(true)
    expect(await entriesOf(db, [two])).toHaveLength(4)
  })

  it('stays on an account where a later entry counts, and that is said', async () => {
    imports += 1
    const [one, two] = [await account(), await account({ type: 'VIP' })]
    for (const id of [one, two]) await append(id, { kind: 'grant', days: 5, source: 'import', source_id: imports })
    const item = await sell(one, 30)
    expect(await undo(imports)).toBe(false)
    expect([await endOf(one), await endOf(two)]).toEqual([day(35), null])
    await inside((tx) => voidGrants(tx, [item], 'Ani'))
    expect(await undo(imports)).toBe(true)
    expect(await endOf(one)).toBeNull()
  })

  it('is built on by another import, and by what only has its number', async () => {
    imports += 2
    const [one, two] = [await account(), await account({ type: 'VIP' })]
    for (const id of [one, two]) await append(id, { kind: 'grant', days: 5, source: 'import', source_id: imports })
    await append(one, { kind: 'grant', days: 5, source: 'import', source_id: imports - 1 })
    await append(two, { kind: 'grant', days: 5, source: 'hand', source_id: imports })
    expect(await undo(imports)).toBe(false)
    expect([await endOf(one), await endOf(two)]).toEqual([day(10), day(10)])
  })

  it('of another member or of nothing is taken back without a change', async () => {
    imports += 1
    const id = await account()
    await append(id, { kind: 'grant', days: 5, source: 'import', source_id: imports })
    const other = await makeMember()
    expect(await inside((tx) => voidImported(tx, imports, other, 'Ani'))).toBe(true)
    await append(id, { kind: 'grant', days: 5, source: 'hand', source_id: imports + 1 })
    expect(await undo(imports + 1)).toBe(true)
    expect(await endOf(id)).toBe(day(10))
  })
})
