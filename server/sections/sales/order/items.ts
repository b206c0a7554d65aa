import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { orderItems } from '#server/db/tables/commerce.ts'

export type OrderItem = typeof orderItems.$inferSelect

/** Lines of an order. */
export const itemsOf = (db: Db, order: number): Promise<OrderItem[]> =>
  db.select().from(orderItems).where(eq(orderItems.order_id, order)).orderBy(orderItems.id)
