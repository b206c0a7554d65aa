/** Points and revenue by salesperson (docs/product/reports.md#scoreboard). */
import { sql } from 'drizzle-orm'
import { countsNow } from '#server/commerce/scores.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { users } from '#server/db/tables/people.ts'
import type { ReportSource } from '../engine/source.ts'
import { orderMoment } from './order-moment.ts'

const salesName = sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`

export const scoreboardSource: ReportSource = {
  facts: ({ from, to, date }) => {
    const at = orderMoment(date)
    return sql`select ${at} as at, coalesce(${orders.sales}, 0) as sales_id, ${orders.total} as total, ${orders.paid_at} as paid_at
      from ${orders} where ${countsNow} and ${at} >= ${from} and ${at} < ${to}`
  },
  keys: ['sales_id'],
  measures: {
    point: sql`coalesce(sum(f.total / 10000), 0)::bigint`,
    revenue: sql`coalesce(sum(f.total), 0)::bigint`,
    orders: sql`count(*)`,
  },
  also: { last_paid: sql`max(f.paid_at)` },
  labels: { sales_name: salesName },
  order: sql`g.point desc, g.revenue desc, g.last_paid, ${salesName}, g.sales_id`,
}
