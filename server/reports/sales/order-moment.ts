import type { PgColumn } from 'drizzle-orm/pg-core'
import { orders } from '#server/db/tables/commerce.ts'

/** The date of an order that a period means. */
export function orderMoment(date: string): PgColumn {
  if (date === 'order_date') return orders.order_date
  return date === 'created_at' ? orders.created_at : orders.paid_at
}
