/** Writes changes of rooms and messages to the changes feed, in the transaction of the change (server/inbox/sockets/events.ts reads it). */
import { sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Database, Db } from '#server/db/database.ts'
import { changes } from '#server/db/tables/platform.ts'

export const roomsArea = 'chat-rooms'
export const messagesArea = 'chat-messages'
/** Notifies readers of the feed. */
export const chatChannel = 'chat'

/** Owner of the room, 0 for unassigned, which all salespeople see; `idle` marks a customer gone idle. */
export interface Audience {
  sales: number
  idle?: true
}

/** A message's change includes its room. A message without `before` is new. */
export interface ChatChange {
  area: typeof roomsArea | typeof messagesArea
  ref: string
  before: Audience | null
  after: Audience | null
}

export function audienceOf(room: Readonly<Record<string, unknown>> | AnyRow): Audience {
  return { sales: Number(room.assignee_sales ?? 0) }
}

/** Writes any number of changes: one text instead of a parameter per value, for a single plan. */
export async function writeChatChanges(database: Pick<Database, 'notify'>, tx: Db, list: readonly ChatChange[]): Promise<void> {
  if (!list.length) return
  const rows = list.map(({ area, ref, before, after }) => ({ area, ref, audience_before: before, audience_after: after }))
  await tx.execute(sql`
    insert into ${changes} (area, ref, audience_before, audience_after)
    select area, ref, audience_before, audience_after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (area text, ref uuid, audience_before jsonb, audience_after jsonb)`)
  await database.notify(tx, chatChannel, '')
}
