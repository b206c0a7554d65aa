/** Positions in the changes feed: in commit order, never past a running transaction. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { meta } from '#server/db/tables/platform.ts'

/** End of what was sent: transaction as text (64 bits), then number within the feed. */
export interface FeedPosition {
  tx: string
  place: number
}

/** Key in `meta` of the last deleted position. */
export const forgottenName = 'changes_forgotten'

/** Returns the oldest running transaction; all earlier ones have ended. */
export async function getFeedHorizon(db: Db): Promise<FeedPosition> {
  const { rows } = await db.execute<{ tx: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`)
  return { tx: rows[0]?.tx ?? '0', place: 0 }
}

/** Whether changes after this position were deleted. */
export async function isForgotten(db: Db, from: FeedPosition): Promise<boolean> {
  const [row] = await db.select().from(meta).where(eq(meta.name, forgottenName))
  return row !== undefined && BigInt(from.tx) < BigInt(row.value)
}

/** Whether `a` is after `b`. */
export function isAfter(a: FeedPosition, b: FeedPosition): boolean {
  const [left, right] = [BigInt(a.tx), BigInt(b.tx)]
  return left === right ? a.place > b.place : left > right
}
