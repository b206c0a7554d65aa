/** The assignee of a chat takes back that the customer stopped promotions in words (docs/product/whatsapp.md#promotions). */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Removal } from '#contract/kit/field/removal.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { findRows } from '#server/crud/query/read.ts'
import { missingEntries } from '#server/crud/write/remove.ts'
import { keysOf, setAll } from '#server/crud/write/set-all.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { marketingOptOuts } from '#server/db/tables/webhook.ts'
import { audienceOf, messagesArea, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { otherRoomsOf } from './promotions.ts'
import { roomsApi } from './rooms.ts'

/** Ends what was said until a moment, ISO 8601; without one all. Returns the person's ids, none where nothing ended. */
async function lift(db: Db, room: number, until: unknown) {
  const { kind, value, current, is_succeeded } = roomIdentities
  const ids = await db
    .select({ kind, value, current })
    .from(roomIdentities)
    .where(and(eq(roomIdentities.room, room), or(eq(current, true), eq(is_succeeded, true))))
  const named = ids.map((one) => sql`(${one.kind}, ${one.value})`)
  if (!named.length) return []
  const own = and(isNull(marketingOptOuts.number), eq(marketingOptOuts.source, 'own'), isNull(marketingOptOuts.lifted_at))
  const isTheirs = sql`(${marketingOptOuts.kind}, ${marketingOptOuts.value}) in (${sql.join(named, sql`, `)})`
  // The wire has milliseconds.
  const isSeen = typeof until === 'string' ? sql`date_trunc('milliseconds', ${marketingOptOuts.at}) <= ${until}::timestamptz` : undefined
  const ended = await db
    .update(marketingOptOuts)
    .set({ lifted_at: sql`now()` })
    .where(and(own, isTheirs, isSeen))
    .returning({ id: marketingOptOuts.id })
  return ended.length ? ids : []
}

/** A line of the system that says who did it. */
async function addNote(db: Db, room: AnyRow, name: string): Promise<string> {
  const [placed] = await db
    .update(rooms)
    .set({ next_place: sql`${rooms.next_place} + 1` })
    .where(eq(rooms.id, room.id))
    .returning({ place: sql<number>`${rooms.next_place} - 1` })
  const ref = uuidv7()
  await db.insert(messages).values({
    ...{ ref, room: room.id, place: placed?.place ?? 0, kind: 'note', is_admin: true, status: 'read', created_by: name, updated_by: name },
    ...{ content: `${name} took back that the customer stopped promotions`, note_of: 'optInByUs', values: { name } },
  })
  return ref
}

/** Of own rooms alone; what stands in WhatsApp, or was said since, stays. */
export async function allowPromotions(platform: Platform, request: CallRequest): Promise<Removal> {
  const { db, user, body } = request
  const keys = await followJoins(db, keysOf(body))
  const visible = await findRows(db, roomsApi.shape, user, keys, { lock: true })
  const held = visible.filter(({ assignee_sales }) => assignee_sales === user.id)
  if (!held.length) throw visible.length ? refused('forbidden', refusal('promotions_owner')) : new ApiError('not_found')
  if (held.every(({ promotions_stopped }) => promotions_stopped === 'whatsapp')) throw refused('invalid', refusal('promotions_whatsapp'))
  const answer = await setAll(platform, roomsApi.shape, { ...request, body: { ids: held.map(({ id }) => id) } }, {}, async (tx) => {
    for (const room of held) {
      const ids = await lift(tx, room.id, toRecord(body.was).promotions_stopped_at)
      if (!ids.length) continue
      const audience = audienceOf(room)
      const note = { area: messagesArea, ref: await addNote(tx, room, user.name), before: null, after: audience } as const
      const others = (await otherRoomsOf(tx, room.id, ids)).map((other) => {
        const theirs = audienceOf(other)
        return { area: roomsArea, ref: other.ref, before: theirs, after: theirs } as const
      })
      await writeChatChanges(platform.database, tx, [note, ...others])
    }
  })
  return { ...answer, failed_entities: missingEntries(keys, held) }
}
