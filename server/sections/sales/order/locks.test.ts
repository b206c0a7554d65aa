import { PgSelectBase } from 'drizzle-orm/pg-core'
import { afterAll, expect, it, vi } from 'vitest'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { promoCodes } from '#server/db/commerce.ts'
import { line, makeOrderWorld } from '#tests/support/orders.ts'

const { path } = transaction
const world = await makeOrderWorld()
const { ask, emt, placed, buyer } = world
const { db } = world.platform.database
afterAll(() => world.close())

it('a delete locks codes, products, leave and accounts in one order, of all orders before any is changed', async () => {
  const terms = { discount_kind: 'percent', value: 10, start: '2026-01-01', end: '2099-12-31' }
  await db.insert(promoCodes).values([
    { code: 'KUNCI1', ...terms },
    { code: 'KUNCI2', ...terms },
  ])
  const cash = { payment_method: 'cash', payment_status: 'paid', items: [line(emt)] }
  const ids: number[] = []
  for (const promo_code of ['KUNCI2', 'KUNCI1']) ids.push((await placed({ ...cash, member_id: await buyer(), promo_code })).id)
  const locked: string[] = []
  const lock = PgSelectBase.prototype.for
  // Every select is one of these: what is locked is seen in the order in which it is asked for.
  const spy = vi.spyOn(PgSelectBase.prototype, 'for').mockImplementation(function remember(this: typeof PgSelectBase.prototype, ...how) {
    locked.push(/ from "(\w+)"/.exec(this.toSQL().sql)?.[1] ?? '')
    return lock.apply(this, how)
  })
  expect((await ask('DELETE', path, { ids: ids.toReversed() }))?.body.failed_entities).toEqual([])
  spy.mockRestore()
  const ranks = ['orders', 'promo_member_uses', 'promo_codes', 'merchandises', 'member_leaves', 'membership_accounts']
  const first = locked.map((table) => ranks.indexOf(table)).filter((rank, at, all) => rank >= 0 && all.indexOf(rank) === at)
  expect(first).toEqual([...first].sort((a, b) => a - b))
  expect(locked).toContain('promo_codes')
})
