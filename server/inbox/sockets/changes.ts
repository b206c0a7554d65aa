/** The feed of chats from its table: in commit order, never past a running transaction. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { changes } from '#server/db/tables/platform.ts'
import { type Audience, messagesArea, roomsArea } from '#server/people/chat-feed.ts'
import type { FeedPosition } from '#server/platform/core/feed-position.ts'
import type { RoomScope } from './cursor.ts'

export interface FeedChange extends FeedPosition {
  area: string
  ref: string
  before: Audience | null
  after: Audience | null
}

export interface FeedPage {
  changes: FeedChange[]
  /** End of what was read. */
  next: FeedPosition
  /** More is available now. */
  isFull: boolean
  /** Committed changes wait for an earlier transaction. */
  isWaiting: boolean
}

type Row = {
  until: string
  ready: boolean | null
  tx: string
  place: number
  area: string
  ref: string
  before: Audience | null
  after: Audience | null
}

/** The former salesperson of a room gets the change, so their list drops it. */
function visibleTo({ sales }: RoomScope): SQL {
  if (sales === null) return sql`true`
  const among = (audience: SQL) => sql`(${audience} ->> 'sales')::bigint in (0, ${sales})`
  return sql`(${among(sql`${changes.audience_before}`)} or ${among(sql`${changes.audience_after}`)})`
}

/** Returns changes after a position, of all or of one scope. */
export async function readChanges(db: Db, from: FeedPosition, limit: number, scope?: RoomScope): Promise<FeedPage> {
  const { rows } = await db.execute<Row>(sql`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as until)
    select now.until::text as until, found.tx < now.until as ready, found.tx::text as tx, found.place, found.area, found.ref,
      found.audience_before as before, found.audience_after as after
    from now left join lateral (
      select * from ${changes}
      where ${changes.area} in (${roomsArea}, ${messagesArea})
        and (${changes.tx}, ${changes.place}) > (${from.tx}::xid8, ${from.place}::bigint)
        and ${scope ? visibleTo(scope) : sql`true`}
      order by ${changes.tx}, ${changes.place} limit ${limit}
    ) found on true
    order by found.tx, found.place`)
  const ready = rows.filter((row) => row.ready === true)
  const last = ready.at(-1)
  const isFull = last !== undefined && ready.length === limit
  const until = { tx: rows[0]?.until ?? from.tx, place: 0 }
  return {
    changes: ready.map(({ tx, place, area, ref, before, after }) => ({ tx, place: Number(place), area, ref, before, after })),
    next: isFull ? { tx: last.tx, place: Number(last.place) } : until,
    isFull,
    isWaiting: rows.some((row) => row.ready === false),
  }
}
