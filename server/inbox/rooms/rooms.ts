/** Rooms: regular reads, with own visibility, search and feed. */

import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { maxWords, searchesMessages, searchPhone, searchWords } from '#contract/chat/found.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { customerPhone } from '#contract/lib/phone.ts'
import { anyApostrophe } from '#contract/lib/search/words.ts'
import { user } from '#contract/sections/auth/user.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { within } from '#server/crud/query/list-sql.ts'
import { searchText as textOf } from '#server/crud/query/search-text.ts'
import type { Effect, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { audienceOf, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import { renameAssignee } from '#server/people/room-names.ts'
import { markFor, readersOf, seenByReader } from '#server/people/room-reads.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { roomFilters } from '#server/reports/activity/behind.ts'
import { promotionsStopped } from './promotions.ts'

/** A salesperson sees own and unassigned rooms, others all; each with their own unread count. Nobody sees a room that was joined to another. */
export function visibleRooms(reader: CurrentUser): Scope {
  const isWhole = isNull(rooms.joined_into)
  if (!reader.isSales) return { key: `all ${reader.id}`, where: isWhole }
  return { key: `sales ${reader.id}`, where: and(isWhole, or(eq(rooms.assignee_sales, reader.id), isNull(rooms.assignee_sales))) }
}

export const searchText = (values: Readonly<Record<string, unknown>>): string => textOf(section, values)

/** Words as they stand in messages: each apostrophe is any sign, because the index has what was written. */
const saidWords = (search: string) =>
  [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxWords).map((word) => within(word).replace(anyApostrophe, '_'))

/** SQL of messages with all words, in any order; undefined for words too short. */
export function inMessages(search: string): SQL | undefined {
  return searchesMessages(search) ? and(...saidWords(search).map((word) => sql`${messages.content} ilike ${word}`)) : undefined
}

/** Usernames stand without their '@'. */
const withoutAt = (search: string) => search.replace(/(^|\s)@/g, '$1')

/** Matches all words in a room's data, in any order; its phone number in any notation; or its messages. */
function searchFor(search: string): SQL | undefined {
  const said = inMessages(search)
  const phone = searchPhone(search)
  return or(
    and(...searchWords(withoutAt(search)).map((word) => sql`${rooms.search_text} like ${within(word)}`)),
    phone ? sql`${rooms.search_text} like ${within(phone)}` : undefined,
    said && sql`${rooms.id} in (select ${messages.room} from ${messages} where ${said})`,
  )
}

const isTrue = (value: string) => value === 'true' || value === '1'

const isSnoozed = sql`coalesce(${rooms.snoozed_until} > now(), false)`

/** Rooms whose customer wrote last and that nobody has resolved. */
const isUnanswered = sql`(not ${rooms.last_message_is_admin} and ${rooms.status} = 'open' and ${rooms.last_message_at} is not null)`

/** Updates search texts, and notifies sockets and devices. */
async function follow(effects: readonly Effect[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const texts = effects.flatMap(({ after }) => (after ? [{ id: after.id, search_text: searchText(after) }] : []))
  await first.db.execute(sql`
    update ${rooms} set search_text = entry.search_text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as entry (id bigint, search_text text)
    where ${rooms.id} = entry.id and ${rooms.search_text} is distinct from entry.search_text`)
  await writeChatChanges(
    first.platform.database,
    first.db,
    effects.flatMap(({ before, after }) => {
      const row = after ?? before
      return row ? [{ area: roomsArea, ref: row.ref, before: before && audienceOf(before), after: after && audienceOf(after) }] : []
    }),
  )
}

export const roomsApi = serve(section, rooms, {
  on: [
    whenChanged(user, ['name'], async (effects) => {
      for (const { platform, db, before, after } of effects)
        if (before && after) await renameAssignee(platform.database, db, after.id, toText(after.name))
    }),
  ],
  scope: visibleRooms,
  derived: promotionsStopped,
  search: searchFor,
  filters: {
    /** `true`, `false` or both: snoozed rooms, others, or all (server/inbox/rooms/room-calls.ts). */
    snoozed: (values) => or(...values.map((value) => (value === 'true' ? isSnoozed : sql`not ${isSnoozed}`))),
    unanswered: (values) => or(...values.map((value) => (isTrue(value) ? isUnanswered : sql`not ${isUnanswered}`))),
    ...roomFilters,
    customer_phone: (values) =>
      inArray(
        rooms.customer_phone,
        values.map((value) => customerPhone(value) ?? value),
      ),
    mark_as_unread: (values, { id }) => or(...values.map((value) => (isTrue(value) ? markFor(id) : sql`not ${markFor(id)}`))),
  },
  timeDependent: { fields: ['snoozed'], seconds: 60, sections: [] },
  async personal(db, { id }, list) {
    const readers = await readersOf(db, list, id)
    return list.map((row) => seenByReader(row, readers, id))
  },
  afterChange: follow,
})
