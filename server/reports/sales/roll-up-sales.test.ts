import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstPage, type ListQuery, parseListQuery } from '#contract/kit/field/list-query.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import { resolvePeriod } from '#contract/kit/report/period.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { scoreboard } from '#contract/reports/scoreboard.ts'
import { orderDates } from '#contract/reports/sold-orders.ts'
import type { Db } from '#server/db/database.ts'
import { type Random, seeded } from '#tests/chaos/random.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { type ReportRequest, readChart, readRows, readTotal } from '../engine/read-report.ts'
import type { ReportSource } from '../engine/source.ts'
import { rollUpSales } from './roll-up-sales.ts'
import { salesReportSource } from './sales-report.ts'
import { scoreboardSource } from './scoreboard.ts'
import { cleanRollUps } from './sold-facts.ts'

let test: TestPlatform
let db: Db
const today = wibDay(new Date())
const year = Number(today.slice(0, 4)) - 1
/** Three months over the end of a year, with the first moments of Jakarta's days. */
const days = ['11-29', '11-30', '12-01', '12-15', '12-31']
  .map((day) => `${year - 1}-${day}`)
  .concat([`${year}-01-01`, `${year}-01-31`, today])

beforeAll(async () => {
  test = await testPlatform()
  db = test.platform.database.db
  await db.execute(
    sql`insert into users (ref, name, email) select gen_random_uuid(), 'Sales ' || n, n || '@lapangan.test' from generate_series(1, 4) as n`,
  )
  await db.execute(sql`insert into members (ref, name, phone) values (gen_random_uuid(), 'Pembeli', '6281300000001')`)
})
afterAll(() => test.close())

const rollUp = (before = today) => rollUpSales(test.platform.database, before)
const momentOf = (random: Random) => {
  const time = random.pick(['00:00', '06:59', '07:00', '23:59'])
  return sql`${`${days[random.integer(0, days.length - 1)]} ${time}`}::timestamp at time zone 'Asia/Jakarta'`
}

/** One of the rows of a table, the same one for the same numbers. */
const someOf = (table: 'orders' | 'order_items', random: Random) => {
  const name = sql.identifier(table)
  const at = sql`${random.integer(0, 10_000)}::int % greatest(1, (select count(*)::int from ${name}))`
  return sql`id = (select id from ${name} order by id limit 1 offset ${at})`
}
const someone = (random: Random) => sql`(select id from users where name = ${`Sales ${random.integer(1, 6)}`})`

let numbers = 0
async function order(random: Random): Promise<void> {
  numbers += 1
  const lines = Array.from({ length: random.integer(1, 3) }, () => ({
    product: random.integer(1, 3),
    price: random.integer(0, 30) * 3_500,
    qty: random.integer(1, 3),
  }))
  const total = lines.reduce((sum, { price, qty }) => sum + price * qty, 0)
  const status = random.chance(0.7) ? 'paid' : 'unpaid'
  const { rows } = await db.execute<{
    id: number
  }>(sql`insert into orders (ref, order_number, member_id, phone, subtotal, total, payment_status, order_date, paid_at, created_at, sales)
    values (gen_random_uuid(), ${`TEST-${numbers}`}, (select min(id) from members), '62813', ${total}, ${total}, ${status}, ${momentOf(random)},
      ${status === 'paid' ? momentOf(random) : null}, ${momentOf(random)}, ${someone(random)}) returning id`)
  const id = rows[0]?.id
  for (const [at, { product, price, qty }] of lines.entries())
    await db.execute(sql`insert into order_items (order_id, position, category, product_id, name, price, qty)
      values (${id}, ${at + 1}, ${random.pick(['membership', 'merchandise'])}, ${product}, ${`Paket ${product}`}, ${price}, ${qty})`)
}

/** What may happen to orders, by the API and past it. */
const steps: Readonly<Record<string, (random: Random) => Promise<unknown>>> = {
  order,
  pay: (random) =>
    db.execute(
      sql`update orders set payment_status = 'paid', paid_at = ${momentOf(random)} where payment_status = 'unpaid' and ${someOf('orders', random)}`,
    ),
  cancel: (random) => db.execute(sql`update orders set payment_status = 'cancel' where ${someOf('orders', random)}`),
  cancelMany: (random) => db.execute(sql`update orders set payment_status = 'cancel' where id % 7 = ${random.integer(0, 6)}`),
  trash: (random) => db.execute(sql`update orders set deleted_at = now() where ${someOf('orders', random)}`),
  restore: () => db.execute(sql`update orders set deleted_at = null where deleted_at is not null`),
  remove: async (random) => {
    await db.execute(
      sql`with gone as (select id from orders where ${someOf('orders', random)}) delete from order_items where order_id in (select id from gone)`,
    )
    await db.execute(sql`delete from orders where not exists (select 1 from order_items where order_id = orders.id)`)
  },
  assign: (random) => db.execute(sql`update orders set sales = ${someone(random)} where ${someOf('orders', random)}`),
  move: (random) =>
    db.execute(
      sql`update orders set paid_at = ${momentOf(random)}, order_date = ${momentOf(random)} where payment_status = 'paid' and ${someOf('orders', random)}`,
    ),
  refund: async (random) => {
    const refunded = random.integer(0, 3) * 1_000
    await db.execute(
      sql`update orders set refunded = least(total, ${refunded}) where payment_status = 'paid' and ${someOf('orders', random)}`,
    )
    await db.execute(sql`update order_items as l set refunded = o.refunded from orders as o where o.id = l.order_id and l.position = 1
      and o.refunded <= l.price * l.qty - l.discount`)
  },
  note: (random) => db.execute(sql`update orders set note = 'Catatan' where ${someOf('orders', random)}`),
  line: (random) => db.execute(sql`update order_items set product_id = ${random.integer(1, 3)} where ${someOf('order_items', random)}`),
  rollUp: (random) => rollUp(random.pick([today, `${year}-01-01`, addDays(today, 1)])),
}

const lists: readonly ListQuery[] = ['', 'sales_id:2', 'sales_id:0', 'search:paket 1', 'product_category:merchandise', 'id:2'].map(
  (query) => {
    return { ...parseListQuery({ query }), size: maxSize }
  },
)
const queries = [
  { period: 'monthly', month: `${year - 1}-12`, compare: true },
  { period: 'ytd', year: year - 1 },
  { period: 'ytd', year, compare: true },
  { period: 'daily', day: `${year - 1}-11-30` },
  { period: 'weekly', week: `${year}-W01` },
  ...orderDates.map((category) => ({ period: 'custom', start_date: `${year - 1}-11-30`, end_date: today, category })),
]

const people = [
  { id: 0, isSales: false },
  { id: 2, isSales: true },
]
const reports = [
  [salesReport, salesReportSource],
  [scoreboard, scoreboardSource],
] as const

type Asked = readonly [Report, ReportSource, Omit<ReportRequest, 'db'>]

const pickOf = <T>(from: readonly T[], random: Random): T[] => from.slice(random.integer(0, from.length - 1)).slice(0, 1)

/** Some of all that may be asked of a report, by everybody and by one salesperson. */
const askedOf = (random: Random): Asked[] =>
  reports.flatMap(([report, source]) =>
    Array.from({ length: 3 }, () => [pickOf(queries, random), pickOf(lists, random), pickOf(people, random)] as const).flatMap(
      ([[query = {}], [list = firstPage], [user = { id: 0, isSales: false }]]): Asked[] => {
        const result = resolvePeriod(query, orderDates, today)
        if (!result.ok) throw new Error(`${result.field} ${result.code}`)
        const isKnown = list.filters.every(({ field }) => field === 'id' || Object.hasOwn(report.dimensions, field))
        return isKnown ? [[report, source, { user, list, period: result.period }]] : []
      },
    ),
  )

async function readAll(from: Db, asked: readonly Asked[]): Promise<unknown[]> {
  const said: unknown[] = []
  for (const [report, source, { user, list, period }] of asked) {
    const request = { db: from, user, list, period }
    const read = [
      await readRows(report, source, request),
      await readTotal(report, source, request),
      await readChart(report, source, request),
    ]
    said.push({ report: report.name, user, list, period, read })
  }
  return said
}

const undo = new Error('undo')
/** The same without roll-ups, which stay. */
async function recount(asked: readonly Asked[]): Promise<unknown[]> {
  let counted: unknown[] = []
  await test.platform.database
    .transaction(async (tx) => {
      await tx.execute(sql`delete from sales_roll_ups`)
      counted = await readAll(tx, asked)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return counted
}

/** Rows of the quantities by a query that knows nothing of reports. */
const plainRows = async () =>
  (
    await db.execute(sql`select category as product_category, product_id::int, coalesce(sales, 0)::int as sales_id, sum(qty)::int as units,
      sum(price * qty - order_items.discount - order_items.refunded)::int as revenue, count(distinct order_id)::int as orders
      from orders join order_items on order_id = orders.id where payment_status = 'paid' and deleted_at is null
        and paid_at >= ${`${year - 1}-01-01T00:00:00+07:00`} and paid_at < ${`${addDays(today, 1)}T00:00:00+07:00`}
      group by 1, 2, 3 order by 1, 2, 3`)
  ).rows

async function reportedRows(): Promise<unknown[]> {
  const period = { kind: 'custom', from: `${year - 1}-01-01`, to: today, date: 'paid_at', before: null } as const
  const list = { ...firstPage, size: maxSize }
  const { data } = await readRows(salesReport, salesReportSource, { db, user: { id: 0, isSales: false }, list, period })
  const keyOf = (row: Record<string, unknown>) =>
    [row.product_category, String(row.product_id).padStart(9, '0'), String(row.sales_id).padStart(9, '0')].join()
  return data
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ product_category, product_id, sales_id, units, revenue, orders }) => ({
      product_category,
      product_id,
      sales_id,
      units,
      revenue,
      orders,
    }))
}

const isRolledUp = async () => Number((await db.execute<{ count: number }>(sql`select count(*) from sales_roll_ups`)).rows[0]?.count)

it.each([1, 2])(
  'a report says the same with roll-ups as without, whatever happened to orders: seed %i',
  { timeout: 300_000 },
  async (seed) => {
    const random = seeded(seed)
    await db.execute(sql`truncate orders, order_items, sales_roll_ups, sales_by_product, sales_by_person, sales_changes cascade`)
    for (let n = 0; n < 25; n++) await order(random)
    await rollUp()
    expect(await isRolledUp()).toBeGreaterThan(1_000)
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n < 6; n++) {
        const [name = 'order'] = pickOf(Object.keys(steps), random)
        await steps[name]?.(random)
      }
      const asked = askedOf(random)
      expect(await readAll(db, asked)).toEqual(await recount(asked))
      expect(await reportedRows()).toEqual(await plainRows())
    }
  },
)

it('only the days that a write concerns are counted again', async () => {
  await rollUp()
  const clean = async () => {
    const { rows } = await db.execute(sql`select date, unit, first_day::text as day from (${cleanRollUps}) as r order by 1, 2, 3`)
    return rows.map(({ date, unit, day }) => `${String(date)} ${String(unit)} ${String(day)}`)
  }
  const before = await clean()
  const at = sql`${`${year}-03-05T10:00:00+07:00`}::timestamptz`
  await db.execute(sql`insert into orders (ref, order_number, member_id, phone, subtotal, total, payment_status, order_date, paid_at, created_at)
    values (gen_random_uuid(), 'TEST-A', (select min(id) from members), '62813', 0, 0, 'paid', ${at}, ${at}, ${at})`)
  const named = orderDates.flatMap((date) => [`${date} day ${year}-03-05`, `${date} month ${year}-03-01`, `${date} year ${year}-01-01`])
  const after = new Set(await clean())
  expect(before.filter((each) => !after.has(each))).toEqual(named.toSorted())
  await db.execute(sql`update orders set note = 'Catatan' where order_number = 'TEST-A'`)
  await rollUp()
  expect(await clean()).toEqual(before)
  await db.execute(sql`update orders set note = null where order_number = 'TEST-A'`)
  expect(await clean()).toEqual(before)
})

it('what lies before all that reports reach is forgotten', async () => {
  await rollUp()
  await rollUp(`${year + 5}-01-02`)
  const { rows } = await db.execute<{ first: string }>(sql`select min(first_day)::text as first from sales_roll_ups`)
  expect(rows).toEqual([{ first: `${year + 2}-01-01` }])
})

// The embedded database has one connection, so only real Postgres can hold a transaction open beside others.
it.runIf(process.env.TEST_DATABASE_URL)('an order that is committed after its day was rolled up is counted', async () => {
  const paid = sql`${`${year}-03-06T10:00:00+07:00`}::timestamptz`
  const period = { kind: 'daily', from: `${year}-03-06`, to: `${year}-03-06`, date: 'paid_at', before: null } as const
  const total = async () =>
    (await readTotal(scoreboard, scoreboardSource, { db, user: { id: 0, isSales: false }, list: firstPage, period })).revenue
  await rollUp()
  let begin: () => void = () => undefined
  let release: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = test.platform.database.transaction(async (tx) => {
    await tx.execute(sql`insert into orders (ref, order_number, member_id, phone, subtotal, total, payment_status, order_date, paid_at)
      values (gen_random_uuid(), 'TEST-B', (select min(id) from members), '62813', 70000, 70000, 'paid', ${paid}, ${paid})`)
    begin()
    await gate
  })
  await begun
  // The day changes for another reason, and is rolled up while the order is not there yet.
  await db.execute(sql`insert into sales_changes (date, day) values ('paid_at', ${period.from})`)
  await rollUp()
  expect(await total()).toBe(0)
  release()
  await slow
  expect(await total()).toBe(70_000)
  await rollUp()
  expect(await total()).toBe(70_000)
})
