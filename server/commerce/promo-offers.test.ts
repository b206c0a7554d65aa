import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { orders, promoCodes, promoMemberUses } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { holdingCodes, lockUses, type PromoCode, promoRefused, redeem, type SoldLine } from './promo.ts'

let test: TestPlatform
let db: Db
let owner = 0
beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  owner = (await db.insert(members).values({ name: 'Sari', phone: '6280300000001' }).returning())[0]?.id ?? 0
})
afterAll(() => test.close())

const at = new Date('2026-06-01T12:00:00+07:00')
const shirt: SoldLine = { category: 'merchandise', product_id: 7, amount: 150_000, right: null }
let made = 0

async function code(values: Partial<PromoCode> = {}): Promise<PromoCode> {
  const terms = { discount_kind: 'percent', value: 10, start: '2026-01-01', end: '2026-12-31' }
  made += 1
  const [row] = await db
    .insert(promoCodes)
    .values({ code: `CODE${made}`, ...terms, ...values })
    .returning()
  if (!row) throw new Error('nothing was written')
  return row
}
const order = async () =>
  (
    await db
      .insert(orders)
      .values({
        order_number: `TRX-${made++}`,
        phone: '628130000',
        member_id: owner,
        subtotal: 100,
        total: 100,
        order_date: at.toISOString(),
      })
      .returning()
  )[0]?.id ?? 0
const offered = async (member: number | null = owner, lines: readonly SoldLine[] = [shirt]) =>
  (await holdingCodes(db, { member, lines, at })).map(({ code: { code: name } }) => name)

describe('codes that are offered', () => {
  it('are open on the day, not for one order alone, and the newest is first', async () => {
    const first = await code({ start: '2026-06-01' })
    const last = await code({ end: '2026-06-01', quota: 1 })
    await code({ is_active: false })
    await code({ start: '2026-06-02' })
    await code({ end: '2026-05-31' })
    await code({ batch: crypto.randomUUID() })
    await code({ quota: 1, used: 1 })
    await code({ products: [{ category: 'membership' }] })
    const dear = await code({ min_amount: 150_001 })
    await code({ type: 'renewal' })
    expect(await offered()).toEqual([last.code, first.code])
    expect(await offered(null)).toEqual([last.code, first.code])
    const [answer] = await holdingCodes(db, { member: owner, lines: [shirt, { ...shirt, product_id: 8 }], at })
    expect(answer).toMatchObject({ code: { id: dear.id }, eligible: [true, true] })
  })

  it('are those that the member may still use', async () => {
    const limited = await code({ member_limit: 1 })
    expect(await offered()).toContain(limited.code)
    const id = await order()
    const taken = { code: limited, order: id, member: owner, amount: 1 }
    expect(await test.platform.database.transaction((tx) => redeem(tx, taken))).toBeNull()
    expect(await offered()).not.toContain(limited.code)
    const other = { ...taken, code: await code({ member_limit: 0 }), order: await order() }
    expect(await test.platform.database.transaction((tx) => redeem(tx, other))).toBe('promo_member_limit')
    expect(
      await db
        .select()
        .from(promoMemberUses)
        .where(eq(promoMemberUses.scope, `code:${other.code.id}`)),
    ).toEqual([])
  })
})

it('the uses of orders are locked until the transaction ends, those without any are not there to lock', async () => {
  const limited = await code({ quota: 1, member_limit: 1 })
  const id = await order()
  await test.platform.database.transaction((tx) => redeem(tx, { code: limited, order: id, member: owner, amount: 1 }))
  await test.platform.database.transaction((tx) => lockUses(tx, [id, 999_999]))
  await test.platform.database.transaction((tx) => lockUses(tx, []))
})

it('a refusal names the code as it is written', () => {
  const error = promoRefused('promo_quota', ' hemat10 ')
  expect([error.code, error.extra.reason]).toMatchObject(['invalid', { code: 'promo_quota', params: { code: 'HEMAT10' } }])
})
