/** Warnings about an order, which do not refuse it (docs/product/orders.md#flags). */
import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import { type OrderLine, orderProofs, orders } from '#server/db/tables/commerce.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import type { Line } from './lines.ts'

/** An equal order within this time is probably a repetition. */
const sameWithin = sql`interval '10 minutes'`

/** Hashes of files' contents, independent of names. */
const hashesOf = (proof: unknown): string[] =>
  [proof ?? []].flat().flatMap((file) => (isStoredFile(file) ? (sha256Of(file.url) ?? []) : []))

/** Stores hashes of proofs. Returns whether another order has one of them. */
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

/** Returns whether this member just made an equal order. The day's counter is locked, so concurrent ones see each other. */
export async function isSameOrder(db: Db, { member, total, lines }: { member: number; total: number; lines: readonly Line[] }) {
  const recent = and(eq(orders.member_id, member), eq(orders.total, total), gt(orders.created_at, sql`now() - ${sameWithin}`))
  const found = await db.select({ items: orders.items }).from(orders).where(recent)
  return found.some(({ items }) => named(items) === named(lines))
}
