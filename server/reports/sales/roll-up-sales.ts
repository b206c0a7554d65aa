/** The job that rolls up days of sales that are over (docs/decisions/0063-roll-ups-of-sales.md). */
import { inArray, type SQL, sql } from 'drizzle-orm'
import { monthSpan, reportYears, type Span } from '#contract/kit/report/period.ts'
import { addDays, daysBetween } from '#contract/lib/wib.ts'
import { orderDates } from '#contract/reports/sold-orders.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import type { Database, Db } from '#server/db/database.ts'
import { salesByPerson, salesByProduct, salesChanges, salesRollUps } from '#server/db/tables/sales-roll-ups.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { momentsOf, type ReportSource } from '../engine/source.ts'
import { salesReportSource } from './sales-report.ts'
import { scoreboardSource } from './scoreboard.ts'
import { cleanRollUps } from './sold-facts.ts'

/** Days of one month, by one of the dates of orders. */
interface Piece extends Span {
  date: string
}

const dayList = (days: readonly string[]) =>
  sql`array[${sql.join(
    days.map((day) => sql`${day}`),
    sql`, `,
  )}]::date[]`

/** Days that are not rolled up, or changed since. */
const openDays = ({ from, to }: Span, dates: readonly string[]) => sql`select date, day::date::text as day
  from unnest(array[${sql.join(
    dates.map((date) => sql`${date}`),
    sql`, `,
  )}]::text[]) as date
  cross join generate_series(${from}::timestamp, ${to}::timestamp, '1 day') as day
  where (date, day::date) not in (select r.date, r.first_day from (${cleanRollUps}) as r
    where r.unit = 'day' and r.first_day between ${from} and ${to})`

/** The latest one first. */
async function openMonths(db: Db, reach: Span): Promise<Piece[]> {
  const { rows } = await db.execute<{ date: string; from: string; to: string }>(sql`select date, min(day) as from, max(day) as to
    from (${openDays(reach, orderDates)}) as open group by date, left(day, 7) order by max(day) desc, date`)
  return rows
}

/** The sums of each table over rows `f`, and what they are summed by. */
const productSums = sql`f.product_category, f.product_id, f.sales_id, sum(f.units), sum(f.revenue), sum(f.orders), sum(f.first_lines), max(f.last_item)`
const personSums = sql`f.sales_id, sum(f.points), sum(f.revenue), sum(f.orders), max(f.last_paid)`
const tables = [
  { table: salesByProduct, source: salesReportSource, sums: productSums, keys: sql`f.product_category, f.product_id, f.sales_id` },
  { table: salesByPerson, source: scoreboardSource, sums: personSums, keys: sql`f.sales_id` },
] as const

/** Removes the roll-ups of days, in their order, and of what has them; their changes are counted from here on. */
async function removeRollUps(db: Db, date: string, days: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`delete from ${salesRollUps} as r
    where r.date = ${date} and r.first_day <= ${days.at(-1)} and r.last_day >= ${days.at(0)}
      and exists (select 1 from unnest(${dayList(days)}) as day where day between r.first_day and r.last_day) returning r.id`)
  const ids = rows.map(({ id }) => id)
  for (const { table } of ids.length ? tables : []) await db.delete(table).where(inArray(table.roll_up, ids))
  await db.execute(sql`delete from ${salesChanges} where date = ${date} and day = any(${dayList(days)})`)
}

/** Sums up what the tables have of roll-ups. */
async function sumRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`update ${salesRollUps} as r set units = f.units, item_revenue = f.revenue, item_orders = f.orders
    from (select roll_up, sum(units) as units, sum(revenue) as revenue, sum(first_lines) as orders
      from ${salesByProduct} where ${inArray(salesByProduct.roll_up, [...ids])} group by roll_up) as f where r.id = f.roll_up`)
  await db.execute(sql`update ${salesRollUps} as r set points = f.points, revenue = f.revenue, orders = f.orders
    from (select roll_up, sum(points) as points, sum(revenue) as revenue, sum(orders) as orders
      from ${salesByPerson} where ${inArray(salesByPerson.roll_up, [...ids])} group by roll_up) as f where r.id = f.roll_up`)
}

async function rollUpDays(db: Db, date: string, days: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`insert into ${salesRollUps} (date, unit, first_day, last_day)
    select ${date}, 'day', day, day from unnest(${dayList(days)}) as day returning id`)
  const span = { from: days.at(0) ?? '', to: days.at(-1) ?? '' }
  const factsOf = ({ facts }: ReportSource): SQL => facts({ ...momentsOf(span), days: span, date, rollUps: 'none', isWhole: false })
  for (const { table, source, sums, keys } of tables)
    await db.execute(sql`insert into ${table} select r.id, ${sums} from (${factsOf(source)}) as f
      join ${salesRollUps} as r on r.date = ${date} and r.unit = 'day' and r.first_day = (f.at at time zone 'Asia/Jakarta')::date
      where r.first_day = any(${dayList(days)}) group by r.id, ${keys} order by r.id`)
  await sumRows(
    db,
    rows.map(({ id }) => id),
  )
}

/** Sums up a month of days or a year of months, if all of them are rolled up. */
async function sumUp(db: Db, unit: 'month' | 'year', { date, from, to }: Piece): Promise<void> {
  const [part, count] = unit === 'month' ? ['day', daysBetween(from, to) + 1] : ['month', 12]
  const parts = sql`select r.id from ${salesRollUps} as r where r.date = ${date} and r.unit = ${part} and r.first_day between ${from} and ${to}`
  const { rows } = await db.execute<{ id: number }>(sql`insert into ${salesRollUps} (date, unit, first_day, last_day)
    select ${date}, ${unit}, ${from}::date, ${to}::date where (select count(*) from (${parts}) as parts) = ${count}::int returning id`)
  const [made] = rows
  if (!made) return
  for (const { table, sums, keys } of tables)
    await db.execute(
      sql`insert into ${table} select ${made.id}::bigint, ${sums} from ${table} as f where f.roll_up in (${parts}) group by ${keys}`,
    )
  await sumRows(db, [made.id])
}

/** All of it is of one moment: whatever commits later has its changes named beside it. */
async function rollUpMonth(db: Db, piece: Piece): Promise<void> {
  const { rows } = await db.execute<{ day: string }>(sql`${openDays(piece, [piece.date])} order by day`)
  const days = rows.map(({ day }) => day)
  // Another process was here first.
  if (!days.length) return
  await removeRollUps(db, piece.date, days)
  await rollUpDays(db, piece.date, days)
  const { date, from } = piece
  await sumUp(db, 'month', { date, ...monthSpan(from.slice(0, 7)) })
  await sumUp(db, 'year', { date, from: `${from.slice(0, 4)}-01-01`, to: `${from.slice(0, 4)}-12-31` })
}

/** Deletes what lies before all that reports reach. */
async function forgetBefore(db: Db, first: string): Promise<void> {
  const { rows } = await db.execute<{ date: string; day: string }>(sql`select date, first_day::text as day from ${salesRollUps}
    where first_day < ${first} and unit = 'day' order by first_day`)
  for (const date of orderDates) {
    const days = rows.filter((row) => row.date === date).map(({ day }) => day)
    if (days.length) await removeRollUps(db, date, days)
  }
  await db.execute(sql`delete from ${salesChanges} where day < ${first}`)
}

/** Rolls up what is not, the latest month first; `before`: the first day that is not over. Returns whether nothing is left to do. */
export async function rollUpSales(database: Database, before: string, isOver: () => boolean = () => false): Promise<boolean> {
  const [last = 0] = reportYears(before).slice(-1)
  const reach = { from: `${last}-01-01`, to: addDays(before, -1) }
  for (let pieces = await openMonths(database.db, reach); pieces.length; pieces = await openMonths(database.db, reach)) {
    for (const piece of pieces) {
      if (isOver()) return false
      await database.transaction(async (tx) => {
        // The embedded database has one connection, so that nothing else commits meanwhile.
        if (!database.embedded) await tx.execute(sql`set transaction isolation level repeatable read`)
        // Processes roll up in turn; the moment is that of what follows the lock, and reports do not wait for it.
        await tx.execute(sql`lock table ${salesRollUps} in share row exclusive mode`)
        await rollUpMonth(tx, piece)
      })
    }
  }
  await database.transaction((tx) => forgetBefore(tx, reach.from))
  return true
}

export const salesRollUp = jobKind('sales-roll-up', 'house', async (run) => {
  const { database } = run.platform
  const isDone = await rollUpSales(database, await serverDay(database.db), () => run.isOver || run.signal.aborted)
  return isDone ? 'done' : 'more'
})
