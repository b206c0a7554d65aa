/** The changes feed: in commit order, never past a running transaction. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Change } from '#contract/sync.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import { findRows, seenBy } from '#server/crud/query/read.ts'
import { visibleTo } from '#server/crud/query/row-feed.ts'
import { isRow } from '#server/crud/query/rows.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { changes } from '#server/db/tables/platform.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { type FeedPosition, getFeedHorizon } from '#server/platform/core/feed-position.ts'

/** An area cached by devices. */
export interface SyncSource {
  area: SyncedArea
  api: SectionApi
}

export interface FeedPage {
  changes: Change[]
  next: FeedPosition
  more: boolean
}

/** Returns changes after a position for the user. Each record once, in its present state: an upsert if visible, else a tombstone. */
export async function readFeed(db: Db, { area, api }: SyncSource, user: CurrentUser, from: FeedPosition, limit: number): Promise<FeedPage> {
  const until = await getFeedHorizon(db)
  const found = await db
    .select({ ref: changes.ref, tx: sql<string>`${sql`${changes.tx}`}::text`, place: changes.place })
    .from(changes)
    .where(
      and(
        sql`(${changes.tx}, ${changes.place}) > (${from.tx}::xid8, ${from.place}::bigint)`,
        sql`${changes.tx} < ${until.tx}::xid8`,
        eq(changes.area, area),
        visibleTo(user),
      ),
    )
    .orderBy(asc(changes.tx), asc(changes.place))
    .limit(limit)
  const refs = [...new Set(found.map(({ ref }) => ref))]
  const seen = refs.length ? (await findRows(db, api.shape, user, refs)).map((row) => seenBy(api.shape, user, row)).filter(isRow) : []
  const rows = new Map(seen.map((row) => [row.ref, row]))
  const list = refs.map((ref): Change => ({ area, ref, row: rows.get(ref) ?? null }))
  const last = found.at(-1)
  // A partial page covers everything up to the horizon.
  return last && found.length === limit ? { changes: list, next: last, more: true } : { changes: list, next: until, more: false }
}
