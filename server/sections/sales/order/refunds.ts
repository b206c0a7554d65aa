/** Money that goes back to whoever paid (docs/product/orders.md#refunds). */
import { eq } from 'drizzle-orm'
import { sharesOf } from '#contract/commerce/order-money.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems } from '#server/db/tables/commerce.ts'
import { itemsOf } from './items.ts'

interface Refund {
  /** In rupiah. */
  amount: number
  reason: string
  at: Date
  by: string
}

/** Returns the columns of a locked order with one refund more, and spreads the sum over its lines as a discount is, for reports by product. */
export async function payBack(db: Db, order: AnyRow, { amount, reason, at, by }: Refund): Promise<Record<string, unknown>> {
  const refunded = Number(order.refunded) + amount
  const items = await itemsOf(db, order.id)
  const shares = sharesOf(
    refunded,
    items.map(({ price, qty, discount }) => price * qty - discount),
  )
  for (const [place, { id }] of items.entries())
    await db
      .update(orderItems)
      .set({ refunded: shares[place] ?? 0 })
      .where(eq(orderItems.id, id))
  const made = { ref: uuidv7(), amount, reason, refunded_at: at.toISOString(), created_at: new Date().toISOString(), created_by: by }
  return { refunded, refunds: [...recordsOf(order.refunds), made] }
}
