/** The changes feed: in commit order, and never past a transaction that is still running. */
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '#contract/kit/permission.ts'
import type { Change, SyncedArea } from '#contract/sync.ts'
import { findRows, seenBy } from '#server/crud/read.ts'
import { isRow } from '#server/crud/rows.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import { horizon, type Place } from '#server/platform/feed-place.ts'
import { changes } from '#server/platform/tables.ts'

/** An area whose rows devices hold. */
export interface SyncSource {
  area: SyncedArea
  api: SectionApi
  permission: Permission
  /** Which changes concern a user: those whose record they saw before or see after. */
  visibleTo(user: CurrentUser): SQL
}

export interface FeedPage {
  changes: Change[]
  next: Place
  more: boolean
}

/**
 * Changes after a place that concern the user. Each record once, as it is now: an upsert when the user sees it, a
 * tombstone when not, or no longer.
 */
export async function readFeed(db: Db, sources: readonly SyncSource[], user: CurrentUser, from: Place, limit: number): Promise<FeedPage> {
  const until = await horizon(db)
  const visible = sources.map((source) => and(eq(changes.area, source.area), source.visibleTo(user)))
  if (!visible.length) return { changes: [], next: until, more: false }
  const found = await db
    .select({ area: changes.area, ref: changes.ref, tx: sql<string>`${sql`${changes.tx}`}::text`, place: changes.place })
    .from(changes)
    .where(
      and(
        sql`(${changes.tx}, ${changes.place}) > (${from.tx}::xid8, ${from.place}::bigint)`,
        sql`${changes.tx} < ${until.tx}::xid8`,
        or(...visible),
      ),
    )
    .orderBy(asc(changes.tx), asc(changes.place))
    .limit(limit)
  const list: Change[] = []
  for (const { area, api } of sources) {
    const refs = [...new Set(found.filter((change) => change.area === area).map(({ ref }) => ref))]
    if (!refs.length) continue
    const seen = (await findRows(db, api.shape, user, refs)).map((row) => seenBy(api.shape, user, row)).filter(isRow)
    const rows = new Map(seen.map((row) => [row.ref, row]))
    for (const ref of refs) list.push({ area, ref, row: rows.get(ref) ?? null })
  }
  const last = found.at(-1)
  // A page that is not full has seen everything up to the horizon, whoever it concerned.
  return last && found.length === limit ? { changes: list, next: last, more: true } : { changes: list, next: until, more: false }
}
