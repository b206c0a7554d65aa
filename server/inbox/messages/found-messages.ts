/** Message search of the list of chats (contract/chat/messages.ts). */

import { and, desc, eq, sql } from 'drizzle-orm'
import { excerpt, searchWords } from '#contract/chat/found.ts'
import type { FoundMessage } from '#contract/chat/messages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { inMessages, roomsApi } from '../rooms/rooms.ts'

const maxRooms = 200
/** Common words match too many messages to sort. */
const maxMatches = 5_000

export async function findMessages({ db, user, query }: CallRequest): Promise<{ found: FoundMessage[] }> {
  const search = toText(query.search)
  const where = inMessages(search)
  if (!where) return { found: [] }
  const matches = db
    .select({
      id: messages.id,
      message: sql<string>`${messages.ref}`.as('message'),
      content: messages.content,
      place: sql<number>`${rooms.id}`.as('room_id'),
      room: sql<string>`${rooms.ref}`.as('room'),
      at: rooms.last_message_at,
    })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(and(where, scopeOf(roomsApi.shape, user).where))
    .orderBy(desc(messages.id))
    .limit(maxMatches)
    .as('matches')
  const newest = await db
    .selectDistinctOn([matches.at, matches.place], { room: matches.room, message: matches.message, content: matches.content })
    .from(matches)
    .orderBy(sql`${matches.at} desc nulls last`, matches.place, desc(matches.id))
    .limit(maxRooms)
  const words = searchWords(search)
  return { found: newest.map(({ room, message, content }) => ({ room, message, excerpt: excerpt(content ?? '', words) })) }
}
