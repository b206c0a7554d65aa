/** An API with products and salespeople. */
import { sql } from 'drizzle-orm'
import { addDays } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { createApp } from '#server/app.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import type { Database, Db } from '#server/db/database.ts'
import { merchandises, productTerms } from '#server/db/tables/commerce.ts'
import { dueOrders, expireOrder } from '#server/sections/sales/due.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import type { Good } from './history.ts'

const areas = ['member', 'product', 'transaction']
const permissions = areas.flatMap((area) => ['get', 'create', 'update', 'delete'].map((action) => `${action} ${area}`))
/** Few enough to run out. */
export const shirts = 60

const offers = [
  { name: 'EMT', product: 'EMT', type: 'Regular', price: 1_499_000, duration_days: 30 },
  { name: 'EMT VIP', product: 'EMT', type: 'VIP', price: 2_750_000, duration_days: 30 },
  { name: 'WST', product: 'WST', type: 'Regular', price: 999_999, duration_days: 90 },
  { name: 'cuti', product: 'EMT', type: 'Cuti', price: 50_000, duration_days: 7 },
]
const codes = [
  { code: 'PERSEN', discount_kind: 'percent', value: 12.5, max_discount: 400_000, quota: 25 },
  { code: 'POTONG', discount_kind: 'amount', value: 1_750_001, member_limit: 1 },
  { code: 'SEKALI', discount_kind: 'percent', value: 33.33, quota: 1 },
  { code: 'BARU', discount_kind: 'amount', value: 250_000, type: 'new', products: [{ category: 'membership' }] },
]

export interface MoneyWorld {
  db: Db
  database: Database
  people: readonly TestRequest[]
  goods: ReadonlyMap<Good, { category: string; product_id: number }>
  today: string
  makeMember(n: number): Promise<number>
  /** Moves a member's history back by some days, which equals waiting. */
  wait(member: number, days: number): Promise<void>
  close(): Promise<void>
}

async function made(ask: TestRequest | undefined, path: string, body: object): Promise<number> {
  const answer = await ask?.('POST', path, body)
  if (answer?.status !== 201) throw new Error(`${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`)
  return answer.body.data.id
}

async function sellShirts(db: Db): Promise<number> {
  const image = { url: '/files/kaos.png', name: 'kaos.png', size: 1, type: 'image/png' }
  const [row] = await db.insert(merchandises).values({ name: 'Kaos', sku: 'KAOS', image, price: 95_000, stock: shirts }).returning()
  if (!row) throw new Error('nothing to sell')
  await db
    .insert(productTerms)
    .values({ section: 'merchandise', product: row.id, price: 95_000, is_on: true, since: '2020-01-01T00:00:00Z' })
  return row.id
}

export async function makeMoneyWorld(): Promise<MoneyWorld> {
  const { platform, close } = await testPlatform({ DEMO: 'false' })
  const { db } = platform.database
  const app = createApp(platform)
  const people = await Promise.all([1, 2, 3].map(async () => requestAs(app, await makePerson(platform, permissions))))
  const [ask] = people
  const goods: [Good, { category: string; product_id: number }][] = [
    ['shirt', { category: 'merchandise', product_id: await sellShirts(db) }],
  ]
  for (const offer of offers) {
    const name = goodOf(offer.name)
    goods.push([name, { category: 'membership', product_id: await made(ask, membership.path, { fee_type: 'paid', ...offer }) }])
  }
  const today = await serverDay(db)
  for (const code of codes)
    await made(ask, promotionCode.path, { start: addDays(today, -400), end: addDays(today, 400), is_active: true, type: 'all', ...code })
  // Days pass by moving entries, which is otherwise forbidden.
  await db.execute(sql`alter table membership_entries disable trigger user`)
  return {
    db,
    database: platform.database,
    people,
    today,
    goods: new Map(goods),
    makeMember: (n) => made(ask, member.path, { name: `Pembeli ${n}`, phone: `62811${String(10_000_000 + n)}` }),
    async wait(id, days) {
      const own = sql`account_id in (select id from membership_accounts where member_id = ${id})`
      const back = sql`${days}::int`
      await platform.database.transaction(async (tx) => {
        await tx.execute(sql`update membership_entries set on_day = on_day - ${back}, start_on = start_on - ${back} where ${own}`)
        await tx.execute(sql`update membership_accounts set expires_on = expires_on - ${back} where member_id = ${id}`)
        await tx.execute(sql`update member_leaves set start = start - ${back}, "end" = "end" - ${back}, stopped_on = stopped_on - ${back}
          where member_id = ${id}`)
        const moved = ['due_at', 'order_date', 'paid_at', 'trashed_at'].map(
          (name) => sql`${sql.identifier(name)} = ${sql.identifier(name)} - make_interval(days => ${back})`,
        )
        await tx.execute(sql`update orders set ${sql.join(moved, sql`, `)} where member_id = ${id}`)
      })
      for (const due of await dueOrders(db)) await platform.database.transaction((tx) => expireOrder(platform, tx, due.id))
    },
    async close() {
      await db.execute(sql`alter table membership_entries enable trigger user`)
      await close()
    },
  }
}

function goodOf(name: string): Good {
  switch (name) {
    case 'EMT':
    case 'EMT VIP':
    case 'WST':
    case 'cuti':
      return name
    default:
      return 'shirt'
  }
}
