import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders, promoCodes, promoMemberUses, promoRedemptions } from '#server/db/tables/commerce.ts'
import { members, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { judgeCode, type PromoCode, redeem, release, retake, type SoldLine } from './promo.ts'

let test: TestPlatform
let db: Db
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
})
afterAll(() => test.close())

const one = <T>([row]: readonly T[]): T => {
  if (!row) throw new Error('nothing was written')
  return row
}
let made = 0
const next = () => ++made

async function code(values: Partial<PromoCode> = {}): Promise<PromoCode> {
  const terms = { discount_kind: 'percent', value: 10, start: '2026-01-01', end: '2026-12-31' }
  return one(
    await db
      .insert(promoCodes)
      .values({ code: `CODE${next()}`, ...terms, ...values })
      .returning(),
  )
}
async function member(): Promise<number> {
  const number = next()
  return one(
    await db
      .insert(members)
      .values({ name: `Member ${number}`, phone: `62800${String(number).padStart(7, '0')}` })
      .returning(),
  ).id
}
const order = async (member_id: number, values: Partial<typeof orders.$inferInsert> = {}): Promise<number> =>
  one(
    await db
      .insert(orders)
      .values({
        order_number: `TRX-260301-${next()}`,
        phone: '628130000',
        member_id,
        subtotal: 100,
        total: 100,
        order_date: sql`now()`,
        ...values,
      })
      .returning({ id: orders.id }),
  ).id

const use = async (promo: PromoCode, who: number, id?: number) => {
  const taken = { code: promo, order: id ?? (await order(who)), member: who, amount: 10_000 }
  return test.platform.database.transaction((tx) => redeem(tx, taken))
}
const free = (id: number) => test.platform.database.transaction((tx) => release(tx, id))
const again = (id: number) => test.platform.database.transaction((tx) => retake(tx, id))

/** Returns stored and actual counts. */
async function counted(id: number) {
  const { used } = one(await db.select().from(promoCodes).where(eq(promoCodes.id, id)))
  const live = and(eq(promoRedemptions.promo_id, id), isNull(promoRedemptions.released_at))
  expect(await db.$count(promoRedemptions, live), 'I4: used = unreleased').toBe(used)
  return used
}

describe('the last use', () => {
  it('20: is given to one of a hundred concurrent orders', async () => {
    const promo = await code({ quota: 1 })
    const who = await Promise.all(Array.from({ length: 100 }, member))
    const ids = await Promise.all(who.map((each) => order(each)))
    const verdicts = await Promise.all(who.map((each, at) => use(promo, each, ids[at])))
    expect(verdicts.filter((each) => each === null)).toHaveLength(1)
    expect(verdicts.filter((each) => each === 'promo_quota')).toHaveLength(99)
    expect(await counted(promo.id)).toBe(1)
    const uses = await db
      .select({ all: sql<number>`sum(${promoMemberUses.used})::int` })
      .from(promoMemberUses)
      .where(eq(promoMemberUses.scope, `code:${promo.id}`))
    expect(uses).toEqual([{ all: 1 }])
  })

  it('21: is lost for an order that released it when another took it', async () => {
    const promo = await code({ quota: 1 })
    const [first, second] = [await member(), await member()]
    const held = await order(first)
    expect(await use(promo, first, held)).toBeNull()
    await free(held)
    const other = await order(second)
    expect(await use(promo, second, other)).toBeNull()
    expect(await again(held)).toBe('promo_quota')
    expect(await counted(promo.id)).toBe(1)
    await free(other)
    expect([await again(held), await again(held), await counted(promo.id)]).toEqual([null, null, 1])
  })
})

describe('the limit of a member', () => {
  it('22: second order, first deleted, first restored', async () => {
    const promo = await code({ member_limit: 1 })
    const who = await member()
    const first = await order(who)
    expect(await use(promo, who, first)).toBeNull()
    expect(await use(promo, who)).toBe('promo_member_limit')
    await free(first)
    const second = await order(who)
    expect(await use(promo, who, second)).toBeNull()
    expect(await again(first)).toBe('promo_member_limit')
    expect(await use(promo, await member())).toBeNull()
    expect(await counted(promo.id)).toBe(2)
  })

  it('counts over all codes of a batch', async () => {
    const batch = crypto.randomUUID()
    const [a, b] = [await code({ quota: 1, batch, member_limit: 1 }), await code({ quota: 1, batch, member_limit: 1 })]
    const who = await member()
    expect([await use(a, who), await use(b, who)]).toEqual([null, 'promo_member_limit'])
    expect([await counted(a.id), await counted(b.id)]).toEqual([1, 0])
  })

  it('holds when one member orders many times at once', async () => {
    const promo = await code({ member_limit: 2 })
    const who = await member()
    const ids = await Promise.all(Array.from({ length: 12 }, () => order(who)))
    const verdicts = await Promise.all(ids.map((id) => use(promo, who, id)))
    expect([verdicts.filter((each) => each === null).length, await counted(promo.id)]).toEqual([2, 2])
  })
})

it('I4: used equals the number of unreleased uses, after uses in any order', async () => {
  const promo = await code({ quota: 3, member_limit: 2 })
  const who = await Promise.all(Array.from({ length: 4 }, member))
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => order(who[at % 4] ?? 0)))
  const turns = ids.flatMap((id, at) => [
    () => use(promo, who[at % 4] ?? 0, id),
    () => free(ids[(at * 5) % 12] ?? 0),
    () => again(ids[(at * 7) % 12] ?? 0),
  ])
  for (let at = 0; at < turns.length; at += 4) {
    await Promise.all(turns.slice(at, at + 4).map((turn) => turn()))
    expect(await counted(promo.id)).toBeLessThanOrEqual(3)
  }
  await Promise.all(ids.map(free))
  expect(await counted(promo.id)).toBe(0)
  const left = await db
    .select({ used: promoMemberUses.used })
    .from(promoMemberUses)
    .where(eq(promoMemberUses.scope, `code:${promo.id}`))
  expect(left.every(({ used }) => used === 0)).toBe(true)
})

it('release does nothing for an order without a code', async () => {
  const id = await order(await member())
  await free(id)
  expect(await again(id)).toBeNull()
})

describe('earlier purchases of a member', () => {
  const at = new Date('2026-06-01T12:00:00+07:00')
  const emt: SoldLine = { category: 'membership', product_id: 1, amount: 500_000, right: { product: 'EMT', type: 'VIP', days: 30 } }
  const wst: SoldLine = { ...emt, product_id: 2, right: { product: 'WST', type: 'Regular', days: 30 } }
  const shirt: SoldLine = { category: 'merchandise', product_id: 7, amount: 150_000, right: null }
  const asked = async (promo: PromoCode, who: number | null, lines: readonly SoldLine[]) => {
    const answer = await judgeCode(db, { code: ` ${promo.code.toLowerCase()} `, member: who, lines, at })
    return 'refused' in answer ? answer.refused : answer.eligible
  }

  it('24: are live grants of any type of a membership', async () => {
    const [news, renewal] = [await code({ type: 'new' }), await code({ type: 'renewal' })]
    const who = await member()
    const account = one(
      await db.insert(membershipAccounts).values({ member_id: who, product: 'EMT', type: 'Regular', expires_on: '2026-03-31' }).returning(),
    ).id
    const entry = async (position: number, kind: string, target: number | null = null) =>
      one(
        await db
          .insert(membershipEntries)
          .values({
            account_id: account,
            position,
            kind,
            on_day: '2026-03-01',
            days: 30,
            source: 'hand',
            target,
            round: target && position,
          })
          .returning(),
      ).id
    const grant = await entry(1, 'grant')
    expect([await asked(news, who, [emt, wst]), await asked(renewal, who, [emt, wst])]).toEqual([
      [false, true],
      [true, false],
    ])
    await entry(2, 'void', grant)
    expect([await asked(news, who, [emt, wst]), await asked(renewal, who, [emt, wst])]).toEqual([[true, true], 'promo_type'])
    await entry(3, 'unvoid', grant)
    expect(await asked(news, who, [emt])).toBe('promo_type')
    expect(await asked(news, null, [emt, wst])).toEqual([true, true])
  })

  it('are paid orders, not in the trash, of other products', async () => {
    const renewal = await code({ type: 'renewal' })
    const who = await member()
    const item = { position: 1, category: 'merchandise', product_id: 7, name: 'Kaos', price: 100, qty: 1 }
    const sold = await order(who)
    await db.insert(orderItems).values({ ...item, order_id: sold })
    expect(await asked(renewal, who, [shirt])).toBe('promo_type')
    await db.update(orders).set({ payment_status: 'paid' }).where(eq(orders.id, sold))
    expect(await asked(renewal, who, [shirt, { ...shirt, product_id: 8 }])).toEqual([true, false])
    await db.update(orders).set({ deleted_at: sql`now()` }).where(eq(orders.id, sold))
    expect(await asked(renewal, who, [shirt])).toBe('promo_type')
  })

  it('are judged like the rule for all other stored data', async () => {
    const promo = await code({ quota: 1, member_limit: 1 })
    const who = await member()
    expect(await asked(promo, who, [shirt])).toEqual([true])
    await use(promo, who)
    expect(await asked(promo, who, [shirt])).toBe('promo_member_limit')
    expect(await asked(promo, await member(), [shirt])).toBe('promo_quota')
    const unknown = { ...promo, code: 'NOBODY' }
    expect(await asked(unknown, who, [shirt])).toEqual('promo_unknown')
  })
})
