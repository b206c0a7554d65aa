import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { popupSegmentations } from '#contract/choices/options.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { memberLeaves, members, membershipAccounts } from '#server/db/tables/members.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { countMembers, isInSegments, segmentsOf } from './segments.ts'

let test: TestPlatform
let made = 0
beforeAll(async () => {
  test = await testPlatform()
  await test.platform.database.db
    .insert(memberships)
    .values({ name: 'Paket', product: 'TAB', fee_type: 'paid', price: 1, duration_days: 30, access_type: ['emv', 'wst'] })
})
afterAll(() => test.close())

const day = (from: number) => sql`(now() at time zone 'Asia/Jakarta')::date + ${from}::int`

interface Given {
  /** Product, type and days of access that remain. */
  accounts?: [string, 'Regular' | 'VIP', number][]
  joined?: number
  leave?: string
  deleted?: boolean
}

async function make({ accounts = [], joined = -400, leave, deleted = false }: Given): Promise<number> {
  const { db } = test.platform.database
  made += 1
  const [row] = await db
    .insert(members)
    .values({
      ...{ name: `Anggota ${made}`, phone: `62811000${10_000 + made}`, joined_at: day(joined) },
      ...(deleted && { deleted_at: sql`now()` }),
    })
    .returning({ id: members.id })
  const id = row?.id ?? 0
  for (const [product, type, left] of accounts)
    await db.insert(membershipAccounts).values({ member_id: id, product, type, expires_on: day(left) })
  if (leave) await db.insert(memberLeaves).values({ member_id: id, product: leave, start: day(-1), end: day(1) })
  return id
}

const of = async (given: Given) => [...(await segmentsOf(test.platform.database.db, await make(given)))]

async function among(names: readonly string[], ids: readonly number[]): Promise<number[]> {
  const found = await test.platform.database.db.select({ id: members.id }).from(members).where(isInSegments(names)).orderBy(members.id)
  return found.map(({ id }) => id).filter((id) => ids.includes(id))
}

describe('segmentsOf', () => {
  it('access counts until its last day, and not while on leave', async () => {
    expect(await of({ accounts: [['EMT', 'Regular', 40]] })).toEqual(['all', 'regular', 'emt'])
    expect(await of({ accounts: [['EMT', 'Regular', 0]] })).toContain('emt')
    expect(await of({ accounts: [['EMT', 'Regular', -1]] })).toEqual(['all', 'regular'])
    expect(await of({ accounts: [['EMT', 'Regular', 40]], leave: 'EMT' })).toEqual(['all', 'regular'])
  })

  it('a product that is sold with access to others counts as them', async () => {
    expect(await of({ accounts: [['TAB', 'Regular', 40]] })).toEqual(['all', 'regular', 'emv', 'wst', 'tab'])
  })

  it('VIP is not regular while it runs', async () => {
    expect(await of({ accounts: [['WST', 'VIP', 40]] })).toEqual(['all', 'wst'])
    expect(await of({ accounts: [['WST', 'VIP', -1]] })).toEqual(['all', 'regular'])
  })

  it('new are those who joined within 30 days', async () => {
    expect(await of({ joined: -30 })).toContain('new_member')
    expect(await of({ joined: 0 })).toContain('new_member')
    for (const joined of [-31, 1]) expect(await of({ joined })).not.toContain('new_member')
  })

  it('expiring are those whose longest account has 0 to 14 days', async () => {
    for (const left of [0, 14]) expect(await of({ accounts: [['EMV', 'Regular', left]] })).toContain('expiring_emv')
    for (const left of [-1, 15]) expect(await of({ accounts: [['EMV', 'Regular', left]] })).not.toContain('expiring_emv')
    const longer: Given = {
      accounts: [
        ['EMT', 'Regular', 3],
        ['EMT', 'VIP', 15],
      ],
    }
    expect(await of(longer)).not.toContain('expiring_emt')
  })

  it('deleted and unknown members are in none', async () => {
    expect(await of({ deleted: true, accounts: [['EMT', 'Regular', 5]] })).toEqual([])
    expect([...(await segmentsOf(test.platform.database.db, 999_999))]).toEqual([])
  })
})

describe('isInSegments', () => {
  it('several segments are a union, with each member once', async () => {
    const regular = await make({})
    const both = await make({ accounts: [['EMT', 'Regular', 5]] })
    const vip = await make({ accounts: [['EMT', 'VIP', 5]] })
    const other = await make({ accounts: [['WST', 'VIP', 5]] })
    const deleted = await make({ accounts: [['EMT', 'VIP', 5]], deleted: true })
    const ids = [regular, both, vip, other, deleted]
    expect(await among(['regular', 'emt'], ids)).toEqual([regular, both, vip])
    expect(await among(['wst'], ids)).toEqual([other])
    expect(await among(['all'], ids)).toEqual([regular, both, vip, other])
    expect(await among(['wst', 'all'], ids)).toHaveLength(4)
  })

  it('an empty list and unknown names match nobody', async () => {
    for (const names of [[], ['constructor'], ['vip']]) expect(await countMembers(test.platform.database.db, names)).toBe(0)
  })

  it('one member is checked as many are', async () => {
    const { db } = test.platform.database
    const all = await db.select({ id: members.id }).from(members)
    for (const name of popupSegmentations) {
      const one = []
      for (const { id } of all) if ((await segmentsOf(db, id)).has(name)) one.push(id)
      expect(await db.$count(members, isInSegments([name])), name).toBe(one.length)
      expect(await among([name], one)).toEqual(one.toSorted((a, b) => a - b))
    }
  })
})
