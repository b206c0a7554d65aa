/** Places in the changes feed: in commit order, and never past a transaction that is still running. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { meta } from '#server/db/tables/platform.ts'

/** Everything up to this place was sent: transaction as text (64 bits), then the number within the feed. */
export interface FeedPosition {
  tx: string
  place: number
}

/** The name under which `meta` keeps up to where changes were forgotten. */
export const forgottenName = 'changes_forgotten'

/** The oldest running transaction; all before it are committed or rolled back. */
export async function getFeedHorizon(db: Db): Promise<FeedPosition> {
  const { rows } = await db.execute<{ tx: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`)
  return { tx: rows[0]?.tx ?? '0', place: 0 }
}

/** True when changes after this place are no longer there. */
export async function isForgotten(db: Db, from: FeedPosition): Promise<boolean> {
  const [row] = await db.select().from(meta).where(eq(meta.name, forgottenName))
  return row !== undefined && BigInt(from.tx) < BigInt(row.value)
}

/** Whether `a` stands behind `b`. */
export function isAfter(a: FeedPosition, b: FeedPosition): boolean {
  const [left, right] = [BigInt(a.tx), BigInt(b.tx)]
  return left === right ? a.place > b.place : left > right
}
