/** Facts of orders: roll-ups of the days that have one, the rest counted (docs/decisions/0063-roll-ups-of-sales.md). */
import { type SQL, sql } from 'drizzle-orm'
import { countsNow, revenueNow } from '#server/commerce/scores.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { salesChanges as changes, salesRollUps as rollUps } from '#server/db/tables/sales-roll-ups.ts'
import type { FactsRequest, LargestRollUp } from '../engine/source.ts'
import { orderMoment } from './order-moment.ts'

const units = { day: ['day'], month: ['day', 'month'], year: ['day', 'month', 'year'], none: [] } as const satisfies Record<
  LargestRollUp,
  readonly string[]
>

const firstOf = (unit: 'month' | 'year', day: SQL) => sql`date_trunc(${unit}, ${day}::timestamp)::date`
const midnight = (day: SQL) => sql`(${day}::timestamp at time zone 'Asia/Jakarta')`

/** Roll-ups none of whose days changed. */
export const cleanRollUps: SQL = sql`select r.* from ${rollUps} as r
  where not exists (select 1 from ${changes} as c where c.date = r.date and c.day between r.first_day and r.last_day)`

interface Parts {
  /** Of roll-ups, as `rolled`, the first moment of which is `at`. */
  rolled: (at: SQL) => SQL
  /** The same of all of it, without keys. */
  whole: (at: SQL) => SQL
  /** Of orders, as `o`; `fence` ends what has to be looked up order by order. */
  counted: (sold: SQL, fence: SQL) => SQL
}

/** Orders that count, between two moments of one of their dates. */
function soldWithin(date: string, { from, to }: { from: SQL; to: SQL }, fence: SQL): SQL {
  const at = orderMoment(date)
  return sql`(select ${at} as at, ${orders.id} as id, coalesce(${orders.sales}, 0) as sales_id, ${revenueNow} as total, ${orders.paid_at} as paid_at
    from ${orders} where ${countsNow} and ${at} >= ${from} and ${at} < ${to} ${fence}) as o`
}

/**
 * Both parts have the same columns. One statement reads which days are rolled up and counts the others, so that all of it is of one moment;
 * each day is in one of the largest roll-ups, or counted.
 */
export function soldFacts({ from, to, days, date, rollUps: largest, isWhole }: FactsRequest, { rolled, whole, counted }: Parts): SQL {
  if (largest === 'none') return counted(soldWithin(date, { from, to }, sql``), sql``)
  const [first, last] = [sql`${days.from}::date`, sql`${days.to}::date`]
  const within = sql`r.date = ${orderMoment(date).name} and r.first_day >= ${first} and r.last_day <= ${last} and r.unit in ${units[largest]}`
  const isIn = (unit: 'month' | 'year') =>
    sql`${firstOf(unit, sql`clean.first_day`)} in (select first_day from clean as larger where larger.unit = ${unit})`
  // Planned without knowing which days are left, they would be looked for in all orders and lines that there are.
  const fence = sql`offset 0`
  const sold = sql`rest cross join lateral ${soldWithin(date, { from: sql`rest.from_at`, to: sql`rest.to_at` }, fence)}`
  return sql`with clean as materialized (${cleanRollUps} and ${within}),
    rolled as materialized (select * from clean
      where (unit = 'year' or not ${isIn('year')}) and (unit <> 'day' or not ${isIn('month')})),
    rest as materialized (select ${midnight(sql`lower(run)`)} as from_at, ${midnight(sql`upper(run)`)} as to_at
      from unnest(datemultirange(daterange(${first}, ${last}, '[]'))
        - coalesce((select range_agg(daterange(first_day, last_day, '[]')) from rolled), '{}')) as run)
    ${(isWhole ? whole : rolled)(midnight(sql`rolled.first_day`))}
    union all ${counted(sold, fence)}`
}
