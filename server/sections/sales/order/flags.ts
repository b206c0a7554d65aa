/** Flags of an order: oddities that are reported and do not refuse it (docs/product/orders.md#flags). */
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import { type OrderLine, orderProofs, orders } from '#server/db/tables/commerce.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import type { Line } from './lines.ts'

/** Within so many minutes the same order again is probably one that was sent twice. */
const sameWithin = sql`interval '10 minutes'`

/** What files hold, as the hash that they are stored under, whatever they are called. */
const hashesOf = (proof: unknown): string[] =>
  [proof ?? []].flat().flatMap((file) => (isStoredFile(file) ? (sha256Of(file.url) ?? []) : []))

/** Keeps what the proofs hold. True when one of them stands on another order, too. */
export async function keepProofs(db: Db, order: number, proof: unknown): Promise<boolean> {
  const hashes = hashesOf(proof)
  if (!hashes.length) return false
  const others = and(inArray(orderProofs.hash, hashes), ne(orderProofs.order_id, order))
  const seen = await db.select({ id: orderProofs.order_id }).from(orderProofs).where(others).limit(1)
  await db
    .insert(orderProofs)
    .values([...new Set(hashes)].map((hash) => ({ hash, order_id: order })))
    .onConflictDoNothing()
  return seen.length > 0
}

const named = (lines: readonly Pick<OrderLine, 'category' | 'product_id' | 'variant' | 'qty'>[]) =>
  lines
    .map(({ category, product_id, variant, qty }) => `${category} ${product_id} ${variant || ''} ${qty}`)
    .sort()
    .join()

/** Whether this member ordered the same for the same just now. The day's counter is locked by then, so that two at once see each other. */
export async function isSameOrder(db: Db, { member, total, lines }: { member: number; total: number; lines: readonly Line[] }) {
  const recent = and(eq(orders.member_id, member), eq(orders.total, total), gt(orders.created_at, sql`now() - ${sameWithin}`))
  const found = await db.select({ items: orders.items }).from(orders).where(recent)
  return found.some(({ items }) => named(items) === named(lines))
}
