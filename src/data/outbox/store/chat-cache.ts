/**
 * The chat cache on the device: the newest rooms, and of each the last messages without a gap. Written by the socket's
 * tab, by the worker after a push and by verdicts; whatever is older than what stands here already changes nothing.
 */
import type { ChatEvent } from '#contract/chat/events.ts'
import type { Message, MessagePage } from '#contract/chat/messages.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { OwnerDatabase } from './database.ts'

export interface RoomRecord {
  ref: string
  /** Of its newest message; a room without one stands where it was made. */
  last_message_at: string
  row: AnyRow
  /** Its messages have to be read again: none were yet, or some may have been missed. */
  stale: boolean
}

/** `isOutside`: a late one from before the part that is cached. An older page that is being read may lack it. */
export type MessageRecord = Message & { isOutside?: true }

const plain = ({ isOutside: _, ...message }: MessageRecord): Message => message
const outsider = (message: Message): MessageRecord => ({ ...message, isOutside: true })

/** As people read them: by the time of writing, then of arrival (docs/product/chat.md#order-of-messages). */
export const compareMessages = (a: Message, b: Message): number => Date.parse(a.created_at) - Date.parse(b.created_at) || a.place - b.place

/** The same list where it is in that order already. */
export const inOrder = <M extends Message>(messages: readonly M[]): readonly M[] =>
  messages.every((message, i) => i === 0 || compareMessages(messages[i - 1] ?? message, message) <= 0)
    ? messages
    : messages.toSorted(compareMessages)

export const maxRooms = 500
export const maxMessages = 200
/** Trimmed when there are so many more, not with every message. */
const slack = 50

/** Entries of `meta` that speak of the chat. */
export const chatMeta = {
  /** The last event that was taken. */
  cursor: 'chatCursor',
} as const

/** What a transaction needs that calls the functions below. */
export const chatTables = (db: OwnerDatabase) => [db.rooms, db.messages, db.meta]

/** False for what is older than what is cached. The same version again is taken: not everything counts as a new one. */
export function isNewer(
  next: { version: number; updated_at?: string },
  cached: { version: number; updated_at?: string } | undefined,
): boolean {
  if (!cached || next.version > cached.version) return true
  return next.version === cached.version && (next.updated_at ?? '') >= (cached.updated_at ?? '')
}

const toRecord = (row: AnyRow, stale: boolean): RoomRecord => ({
  ref: row.ref,
  last_message_at: typeof row.last_message_at === 'string' ? row.last_message_at : row.created_at,
  row,
  stale,
})

/** Inside the caller's transaction over `chatTables`. */
export async function putRooms(db: OwnerDatabase, rows: readonly AnyRow[]): Promise<void> {
  const cached = await db.rooms.bulkGet(rows.map(({ ref }) => ref))
  await db.rooms.bulkPut(rows.flatMap((row, i) => (isNewer(row, cached[i]?.row) ? toRecord(row, cached[i]?.stale ?? true) : [])))
  await trimRooms(db)
}

export async function dropRooms(db: OwnerDatabase, refs: readonly string[]): Promise<void> {
  await db.rooms.bulkDelete([...refs])
  for (const ref of refs) await ofRoom(db, ref).delete()
}

async function trimRooms(db: OwnerDatabase): Promise<void> {
  const count = await db.rooms.count()
  if (count <= maxRooms + slack) return
  const old = await db.rooms
    .orderBy('last_message_at')
    .limit(count - maxRooms)
    .primaryKeys()
  await dropRooms(db, old)
}

const ofRoom = (db: OwnerDatabase, room: string) => db.messages.where('[room+place]').between([room, 0], [room, Number.POSITIVE_INFINITY])

/** The messages of a room that are cached, in order and without a gap, late ones from before them, and whether there may be more of those. */
export async function readRun(db: OwnerDatabase, room: string): Promise<{ messages: Message[]; outside: Message[]; older: boolean }> {
  const all = await ofRoom(db, room).toArray()
  const messages = inOrder(all.filter(({ isOutside }) => !isOutside))
  const outside = all.filter(({ isOutside }) => isOutside).map(plain)
  return { messages: [...messages], outside, older: messages.length < (all.at(-1)?.place ?? 0) }
}

export const readMessages = async (db: OwnerDatabase, room: string): Promise<Message[]> => (await readRun(db, room)).messages

async function trimMessages(db: OwnerDatabase, room: string): Promise<void> {
  if ((await ofRoom(db, room).count()) <= maxMessages + slack) return
  const { messages, outside } = await readRun(db, room)
  const old = [...messages.slice(0, -maxMessages), ...outside.slice(0, -slack / 2)]
  await db.messages.bulkDelete(old.map(({ ref }) => ref))
}

/**
 * Puts messages read from the server, the newest of the room, in the place of what is cached; earlier ones that overlap with them stay
 * unless something was missed, so what is cached has no gap. Inside the caller's transaction over `chatTables`.
 */
export async function replaceMessages(
  db: OwnerDatabase,
  room: string,
  { messages, older }: Pick<MessagePage, 'messages' | 'older'>,
): Promise<void> {
  const record = await db.rooms.get(room)
  const all = await ofRoom(db, room).toArray()
  const cached = new Map(all.map((message) => [message.ref, message]))
  const read = new Set(messages.map(({ ref }) => ref))
  const last = messages.reduce((most, { place }) => Math.max(most, place), 0)
  // What an event brought while they were read is newer than the answer.
  const after = all.filter(({ ref, place }) => place > last && !read.has(ref))
  const isGapless = after.every(({ place }, i) => place === last + 1 + i)
  const [first] = messages
  const earlier = all.filter((message) => message.place <= last && first && !read.has(message.ref) && compareMessages(message, first) < 0)
  const overlaps = !record?.stale && all.some(({ ref, isOutside }) => read.has(ref) && !isOutside)
  const before = overlaps ? inOrder(earlier.filter(({ isOutside }) => !isOutside)) : []
  const begin = older ? (before[0] ?? first) : undefined
  const isInside = (message: Message) => !begin || compareMessages(message, begin) >= 0
  const kept = messages.map((message) => newest(message, cached.get(message.ref)))
  const joined = isGapless ? after : []
  const run = inOrder([...before, ...kept, ...joined.filter(isInside)]).slice(-maxMessages)
  const outside = [...earlier.filter(({ isOutside }) => isOutside), ...joined].filter((message) => !isInside(message))
  await ofRoom(db, room).delete()
  await db.messages.bulkPut([...run.map(plain), ...outside.map(outsider)])
  const isComplete = !older || messages.length >= maxMessages
  if (record) await db.rooms.put({ ...record, stale: !isGapless || (record.stale && !isComplete) })
}

const newest = (next: Message, cached: Message | undefined): Message => (cached && !isNewer(next, cached) ? cached : next)

/** A message that is new or changed. One that leaves a gap behind it begins what is cached of its room anew. */
async function putMessage(db: OwnerDatabase, message: Message): Promise<void> {
  const cached = await db.messages.get(message.ref)
  if (cached && !isNewer(message, cached)) return
  if (cached && cached.room === message.room && cached.created_at === message.created_at) {
    await db.messages.put(cached.isOutside ? outsider(message) : message)
    return
  }
  if (cached) await db.messages.delete(message.ref)
  const last = await ofRoom(db, message.room).last()
  if (!last || (message.place === last.place + 1 && !last.isOutside && compareMessages(last, message) <= 0)) await db.messages.put(message)
  else if (message.place > last.place + 1) {
    const end = (await readMessages(db, message.room)).at(-1)
    await ofRoom(db, message.room).delete()
    await markStale(db, message.room)
    // What follows a late one is not here.
    if (!end || compareMessages(end, message) <= 0) await db.messages.put(message)
  } else {
    const { messages, outside } = await readRun(db, message.room)
    const isWhole = messages.length + outside.length + 1 >= Math.max(last.place, message.place)
    const isOutside = !isWhole && messages[0] !== undefined && compareMessages(message, messages[0]) < 0
    await db.messages.put(isOutside ? outsider(message) : message)
  }
  await trimMessages(db, message.room)
}

async function markStale(db: OwnerDatabase, room: string): Promise<void> {
  const record = await db.rooms.get(room)
  if (record && !record.stale) await db.rooms.put({ ...record, stale: true })
}

/** Messages of verdicts: what the server made of a send. */
export async function putMessages(db: OwnerDatabase, messages: readonly Message[]): Promise<void> {
  for (const message of messages) if (await db.rooms.get(message.room)) await putMessage(db, message)
}

export const isGone = (data: ChatEvent['data']): data is { ref: string; gone: true } => 'gone' in data && data.gone === true

/** Takes events in their order, and where the feed stands after them, in one transaction of its own. */
export async function storeEvents(db: OwnerDatabase, events: readonly ChatEvent[], cursor: string | null): Promise<void> {
  await db.transaction('rw', chatTables(db), async () => {
    for (const { data, detail_chat } of events) {
      if (isGone(data)) {
        await dropRooms(db, [data.ref])
        continue
      }
      await putRooms(db, [data])
      if (detail_chat && (await db.rooms.get(data.ref))) await putMessage(db, detail_chat)
    }
    // Without one the device is still to be filled, and must not pass for one that is.
    if (cursor !== null && (await readCursor(db)) !== null) await db.meta.put({ key: chatMeta.cursor, value: cursor })
  })
}

/** Events were missed, and it is unknown which: until `refillRooms` the device does not count as filled, though it shows what it has. */
export async function forgetCursor(db: OwnerDatabase): Promise<void> {
  await db.meta.delete(chatMeta.cursor)
}

/**
 * Fills the device anew: `rows` are the newest rooms as they are now, `since` the refs that events touched while they were
 * read. Messages of every room have to be read again.
 */
export async function refillRooms(db: OwnerDatabase, rows: readonly AnyRow[], since: ReadonlySet<string>, cursor: string): Promise<void> {
  await db.transaction('rw', chatTables(db), async () => {
    const fresh = new Set(rows.map(({ ref }) => ref))
    const cached = await db.rooms.toArray()
    await dropRooms(
      db,
      cached.flatMap(({ ref }) => (fresh.has(ref) || since.has(ref) ? [] : [ref])),
    )
    await putRooms(db, rows)
    await db.rooms.toCollection().modify({ stale: true })
    await db.meta.put({ key: chatMeta.cursor, value: cursor })
  })
}

/** Null before the first filling. */
export async function readCursor(db: OwnerDatabase): Promise<string | null> {
  const value = (await db.meta.get(chatMeta.cursor))?.value
  return typeof value === 'string' ? value : null
}

/** The server has all of it still, so nothing is lost. True when anything was cached. */
export async function clearChat(db: OwnerDatabase): Promise<boolean> {
  return db.transaction('rw', chatTables(db), async () => {
    const cached = (await db.rooms.count()) + (await db.messages.count())
    await Promise.all([db.rooms.clear(), db.messages.clear(), db.meta.delete(chatMeta.cursor)])
    return cached > 0
  })
}

/** What a bulk change of rooms did, as far as it says so itself. */
export async function patchRooms(
  db: OwnerDatabase,
  refs: readonly string[],
  patch: Readonly<Record<string, unknown>>,
  versions: Readonly<Record<string, number>>,
): Promise<void> {
  const cached = await db.rooms.bulkGet([...refs])
  const old = cached.flatMap((record) => (record && !isKnown(record.row, versions) ? [record] : []))
  await db.rooms.bulkPut(old.map((record) => ({ ...record, row: { ...record.row, ...patch } })))
}

/** An event has brought the record as the change left it, or later, with what the server made of it. */
export const isKnown = ({ ref, version }: { ref: string; version: number }, versions: Readonly<Record<string, number>>): boolean =>
  version >= (versions[ref] ?? Number.POSITIVE_INFINITY)

const isText = (value: unknown): value is string => typeof value === 'string'

/** A message as the server writes it; its optional parts are trusted, as the contract says and conformance holds. */
export const isMessage = (value: unknown): value is Message =>
  isRecord(value) && isText(value.ref) && isText(value.room) && typeof value.place === 'number' && typeof value.version === 'number'

const isRoomData = (value: unknown): value is ChatEvent['data'] =>
  isRecord(value) && isText(value.ref) && (value.gone === true || typeof value.version === 'number')

/** An event of the socket or of `chatEvents`, where data and detail may be JSON texts; null for anything else. */
export function toEvent(value: unknown): ChatEvent | null {
  if (!isRecord(value) || !isText(value.cursor)) return null
  const { listener } = value
  if (listener !== 'incoming_message' && listener !== 'tracking_message' && listener !== 'idle') return null
  const [sent, detail] = [parsed(value.data), parsed(value.detail_chat)]
  // The message stands in `data` as well, for other clients; rooms are kept without it.
  const { detail_chat: _, ...data } = isRecord(sent) ? sent : {}
  if (!isRoomData(data)) return null
  return { listener, cursor: value.cursor, data, detail_chat: isMessage(detail) ? detail : null }
}

function parsed(value: unknown): unknown {
  if (!isText(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
