/** Points and revenue by salesperson (docs/product/reports.md#scoreboard). */
import { sql } from 'drizzle-orm'
import { users } from '#server/db/tables/people.ts'
import { salesByPerson } from '#server/db/tables/sales-roll-ups.ts'
import type { ReportSource } from '../engine/source.ts'
import { soldFacts } from './sold-facts.ts'

const salesName = sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`

export const scoreboardSource: ReportSource = {
  facts: (request) =>
    soldFacts(request, {
      rolled: (at) => sql`select ${at} as at, s.sales_id, s.points, s.revenue, s.orders, s.last_paid
        from rolled join ${salesByPerson} as s on s.roll_up = rolled.id`,
      whole: (at) =>
        sql`select ${at} as at, 0::bigint as sales_id, rolled.points, rolled.revenue, rolled.orders, null::timestamptz as last_paid from rolled`,
      counted: (sold) =>
        sql`select o.at, o.sales_id, o.total / 10000 as points, o.total as revenue, 1 as orders, o.paid_at as last_paid from ${sold}`,
    }),
  keys: ['sales_id'],
  measures: {
    point: sql`coalesce(sum(f.points), 0)::bigint`,
    revenue: sql`coalesce(sum(f.revenue), 0)::bigint`,
    orders: sql`coalesce(sum(f.orders), 0)::bigint`,
  },
  also: { last_paid: sql`max(f.last_paid)` },
  labels: { sales_name: salesName },
  order: sql`g.point desc, g.revenue desc, g.last_paid, ${salesName}, g.sales_id`,
}
