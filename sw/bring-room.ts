/** Caches the room of a push, so that it opens offline from the notification. */

import {
  chatTables,
  isMessage,
  maxMessages,
  putRooms,
  readCursor,
  replaceMessages,
  storeEvents,
  toEvent,
} from '#console/data/outbox/store/chat-cache.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import type { Credentials } from '#console/data/outbox/wire/credentials.ts'
import { isRow } from '#console/data/outbox/wire/verdict.ts'
import { chatEvents } from '#contract/chat/events.ts'
import { conversation } from '#contract/chat/messages.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { type RequestCall, requestWith } from './request.ts'

/** Maximum pages of events; a device further behind is filled by the console. */
const maxPages = 20

/** Applies all events since the stored cursor, in order. False where the cache must be refilled. */
async function catchUp(db: OwnerDatabase, ask: RequestCall): Promise<boolean> {
  for (let page = 0; page < maxPages; page++) {
    const cursor = await readCursor(db)
    if (cursor === null) return false
    const response = await ask(chatEvents, { query: { cursor } })
    if (response.resync === true || !Array.isArray(response.events) || typeof response.cursor !== 'string') return false
    await storeEvents(
      db,
      response.events.flatMap((event: unknown) => toEvent(event) ?? []),
      response.cursor,
    )
    if (response.more !== true) return true
  }
  return true
}

async function readRoom(db: OwnerDatabase, ask: RequestCall, room: string): Promise<void> {
  const [{ data }, { messages }] = await Promise.all([
    ask(sectionCall(chatPlatform, 'one'), { params: { id: room } }),
    ask(conversation, { params: { id: room }, query: { limit: maxMessages } }),
  ])
  if (!isRow(data) || !Array.isArray(messages)) return
  await db.transaction('rw', chatTables(db), async () => {
    await putRooms(db, [data])
    await replaceMessages(db, room, messages.filter(isMessage))
  })
}

/** Rejects offline; the room then comes with the next push, or in the console. */
export async function bringRoom(credentials: Credentials, room: string): Promise<void> {
  const db = new OwnerDatabase(credentials.owner)
  try {
    const ask = await requestWith(credentials)
    const isCurrent = await catchUp(db, ask)
    const cached = room === '' ? null : await db.rooms.get(room)
    // A stale room may have only this message, without earlier ones.
    if (room !== '' && (!isCurrent || !cached || cached.stale)) await readRoom(db, ask, room)
  } finally {
    db.close()
  }
}
