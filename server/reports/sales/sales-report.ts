/** Units and revenue by product and salesperson (docs/product/reports.md#quantity). */
import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ProductKind } from '#contract/choices/product-kinds.ts'
import { onlineClasses, programs } from '#server/db/tables/classes.ts'
import { memberships, merchandises, orderItems } from '#server/db/tables/commerce.ts'
import { events } from '#server/db/tables/events.ts'
import { users } from '#server/db/tables/people.ts'
import { salesByProduct } from '#server/db/tables/sales-roll-ups.ts'
import type { ReportSource } from '../engine/source.ts'
import { soldFacts } from './sold-facts.ts'

/** An order is counted with the first of its lines that has the product. */
const isFirstOfProduct = sql`(l.position = 1 or not exists (select 1 from ${orderItems} as earlier where earlier.order_id = l.order_id
  and earlier.position < l.position and earlier.category = l.category and earlier.product_id = l.product_id))`

/** Where products of a category are, by the name that their section shows. */
const products = {
  membership: [memberships, memberships.name],
  event: [events, events.title],
  onlineclass: [onlineClasses, onlineClasses.title],
  merchandise: [merchandises, merchandises.name],
  academy: [programs, programs.title],
} as const satisfies Record<ProductKind, readonly [PgTable, PgColumn]>

const named = Object.entries(products).map(
  ([kind, [table, name]]) => sql`when ${kind} then (select ${name} from ${table} where ${table.id} = g.product_id)`,
)

/** A line says the variant behind its product: 'Kaos, M'. */
const lastSoldAs = sql`(select case when ${orderItems.variant} = '' then ${orderItems.name}
  else regexp_replace(${orderItems.name}, ', [^,]*$', '') end from ${orderItems} where ${orderItems.id} = g.last_item)`

export const salesReportSource: ReportSource = {
  facts: (request) =>
    soldFacts(request, {
      rolled: (at) => sql`select ${at} as at, null::bigint as order_id, s.sales_id, s.product_category, s.product_id, s.units, s.revenue,
        s.orders, s.first_lines, s.last_item from rolled join ${salesByProduct} as s on s.roll_up = rolled.id`,
      whole: (
        at,
      ) => sql`select ${at} as at, null::bigint as order_id, 0::bigint as sales_id, '' as product_category, 0::bigint as product_id, rolled.units,
        rolled.item_revenue as revenue, rolled.item_orders as orders, rolled.item_orders as first_lines, 0::bigint as last_item from rolled`,
      counted: (
        sold,
        fence,
      ) => sql`select o.at, o.id as order_id, o.sales_id, l.category as product_category, l.product_id, l.qty::bigint as units,
        l.price * l.qty - l.discount - l.refunded as revenue, ${isFirstOfProduct}::int as orders, (l.position = 1)::int as first_lines, l.id as last_item
        from ${sold} cross join lateral (select * from ${orderItems} as i where i.order_id = o.id ${fence}) as l`,
    }),
  keys: ['product_category', 'product_id', 'sales_id'],
  measures: {
    units: sql`coalesce(sum(f.units), 0)::bigint`,
    revenue: sql`coalesce(sum(f.revenue), 0)::bigint`,
    orders: sql`coalesce(sum(f.orders), 0)::bigint`,
  },
  // Every order has a first line.
  ofAll: { orders: sql`coalesce(sum(f.first_lines), 0)::bigint` },
  ofSome: { orders: sql`count(distinct f.order_id)` },
  whole: ['sales_id', 'sales_name'],
  also: { last_item: sql`max(f.last_item)` },
  labels: {
    product_name: sql`coalesce(case g.product_category ${sql.join(named, sql` `)} end, ${lastSoldAs})`,
    sales_name: sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`,
  },
  order: sql`g.revenue desc, g.units desc, g.product_category, g.product_id, g.sales_id`,
}
