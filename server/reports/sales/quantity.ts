/** Units and revenue by product and salesperson (docs/product/reports.md#quantity). */
import { sql } from 'drizzle-orm'
import { countsNow } from '#server/commerce/scores.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { users } from '#server/db/tables/people.ts'
import type { ReportSource } from '../engine/source.ts'
import { orderMoment } from './order-moment.ts'

export const quantitySource: ReportSource = {
  facts: ({ from, to, date }) => {
    const at = orderMoment(date)
    return sql`select ${at} as at, ${orders.id} as order_id, coalesce(${orders.sales}, 0) as sales_id,
      ${orderItems.category} as product_category, ${orderItems.product_id} as product_id, ${orderItems.id} as item_id, ${orderItems.position} as position,
      ${orderItems.qty} as qty, ${orderItems.price} * ${orderItems.qty} - ${orderItems.discount} as amount
      from ${orders} join ${orderItems} on ${orderItems.order_id} = ${orders.id} where ${countsNow} and ${at} >= ${from} and ${at} < ${to}`
  },
  keys: ['product_category', 'product_id', 'sales_id'],
  measures: {
    units: sql`coalesce(sum(f.qty), 0)::bigint`,
    revenue: sql`coalesce(sum(f.amount), 0)::bigint`,
    orders: sql`count(distinct f.order_id)`,
  },
  // Every order has a first line.
  ofAll: { orders: sql`count(*) filter (where f.position = 1)` },
  also: { last_item: sql`max(f.item_id)` },
  labels: {
    product_name: sql`(select ${orderItems.name} from ${orderItems} where ${orderItems.id} = g.last_item)`,
    sales_name: sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`,
  },
  order: sql`g.revenue desc, g.units desc, g.product_category, g.product_id, g.sales_id`,
}
