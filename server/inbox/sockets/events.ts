/** Converts changes to events (contract/chat/events.ts): subjects are read once for all receivers. */
import { randomUUID } from 'node:crypto'
import { inArray, or } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { ChatEvent } from '#contract/chat/events.ts'
import { chatEvents, chatPresence } from '#contract/chat/http-events.ts'
import type { Message } from '#contract/chat/messages.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { findRows } from '#server/crud/query/read.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { messagesArea } from '#server/people/chat-feed.ts'
import { type RoomReaders, readersOf, seenByReader } from '#server/people/room-reads.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { type FeedPosition, getFeedHorizon, isAfter, isForgotten } from '#server/platform/core/feed-position.ts'
import { metaValue } from '#server/platform/core/meta.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { reportVisible } from '#server/push/visible-consoles.ts'
import { messagesOnWire } from '../rooms/message-rows.ts'
import { roomsApi } from '../rooms/rooms.ts'
import { type FeedChange, readChanges } from './changes.ts'
import { formatCursor, parseCursor, type RoomScope, roomScopeOf, seesRoomsOf } from './cursor.ts'
import { presenceOf } from './presence.ts'

/** Maximum events of a response; clients that missed more resync. */
const maxMissed = 1_000

export const epochOf = (db: Db): Promise<string> => metaValue(db, 'epoch', randomUUID)

export interface Subjects {
  rooms: ReadonlyMap<string, AnyRow>
  messages: ReadonlyMap<string, Message>
  readers: RoomReaders
}

/** Returns current rooms and messages. */
export async function readSubjects(db: Db, changes: readonly FeedChange[]): Promise<Subjects> {
  const refsOf = (isMessage: boolean) => [
    ...new Set(changes.filter(({ area }) => (area === messagesArea) === isMessage).map(({ ref }) => ref)),
  ]
  const [messageRefs, roomRefs] = [refsOf(true), refsOf(false)]
  const stored = messageRefs.length ? await db.select().from(messages).where(inArray(messages.ref, messageRefs)) : []
  const ids = [...new Set(stored.map(({ room }) => room))]
  const where = or(roomRefs.length ? inArray(rooms.ref, roomRefs) : undefined, ids.length ? inArray(rooms.id, ids) : undefined)
  const found = where ? await selectRows(db, roomsApi.shape, { where }) : []
  const shown = await messagesOnWire(db, stored, new Map(found.map(({ id, ref }) => [id, ref])))
  return {
    rooms: new Map(found.map((row) => [row.ref, row])),
    messages: new Map(shown.map((one) => [one.ref, one])),
    readers: await readersOf(db, found),
  }
}

export function isVisibleTo(scope: RoomScope, { before, after }: FeedChange): boolean {
  return (before !== null && seesRoomsOf(scope, before.sales)) || (after !== null && seesRoomsOf(scope, after.sales))
}

/** Returns a change's event in this scope; null if its subject is gone for all. */
export function eventOf(change: FeedChange, subjects: Subjects, scope: RoomScope, epoch: string): ChatEvent | null {
  const message = change.area === messagesArea ? subjects.messages.get(change.ref) : undefined
  const room = subjects.rooms.get(message?.room ?? change.ref)
  if (!room) return null
  const cursor = formatCursor({ epoch, scope: scope.key, tx: change.tx, place: change.place })
  if (!seesRoomsOf(scope, Number(room.assignee_sales)))
    return { listener: 'tracking_message', cursor, data: { ref: room.ref, gone: true }, detail_chat: null }
  const isNew = message !== undefined && !message.is_admin && change.before === null
  const listener = isNew ? 'incoming_message' : change.after?.idle ? 'idle' : 'tracking_message'
  return { listener, cursor, data: seenByReader(room, subjects.readers, scope.user), detail_chat: message ?? null }
}

const isGone = (data: ChatEvent['data']): data is { ref: string; gone: true } => data.gone === true

/** Ref of a room that the event hides. */
export const hiddenRoomOf = ({ data }: ChatEvent): string | null => (isGone(data) ? data.ref : null)

/** The base contract has the message in `data` as well, with how much of the room is unread. */
function withMessage(event: ChatEvent): ChatEvent {
  const { data, detail_chat } = event
  return detail_chat && !isGone(data) ? { ...event, data: { ...data, detail_chat: { ...detail_chat, unread: data.unread } } } : event
}

/** Returns the event as JSON. Rooms and messages are serialised once for all scopes. */
export function eventText({ listener, cursor, data, detail_chat }: ChatEvent, texts: Map<object, string>): string {
  const written = (value: object | null): string => {
    const text = (value && texts.get(value)) ?? JSON.stringify(value)
    if (value && !isGone(data)) texts.set(value, text)
    return text
  }
  const [room, message] = [written(data), written(detail_chat)]
  // As `withMessage` has it; room and message are serialised once for all receivers.
  const inData =
    detail_chat && !isGone(data) ? `${room.slice(0, -1)},"detail_chat":${message.slice(0, -1)},"unread":${Number(data.unread)}}}` : room
  return `{"listener":"${listener}","cursor":"${cursor}","data":${inData},"detail_chat":${message}}`
}

export interface CaughtUp {
  events: ChatEvent[]
  /** End of what was sent. */
  at: FeedPosition
}

/** Returns what a scope missed after a cursor, up to an optional position. Null if more than `max` changes, or too old. */
export async function catchUp(
  db: Db,
  epoch: string,
  scope: RoomScope,
  given: string,
  max: number,
  upTo?: FeedPosition,
): Promise<CaughtUp | null> {
  const cursor = parseCursor(given)
  if (cursor?.epoch !== epoch || cursor.scope !== scope.key) return null
  // A database restored from a dump restarts its transaction numbers.
  if ((!upTo || isAfter(cursor, upTo)) && BigInt(cursor.tx) > BigInt((await getFeedHorizon(db)).tx)) return null
  if (await isForgotten(db, cursor)) return null
  const page = await readChanges(db, cursor, max + 1, scope)
  const missed = upTo ? page.changes.filter((change) => !isAfter(change, upTo)) : page.changes
  if (missed.length > max) return null
  const subjects = await readSubjects(db, missed)
  const at = isAfter(cursor, page.next) ? cursor : page.next
  const events = missed.flatMap((change) => eventOf(change, subjects, scope, epoch) ?? [])
  return { events: events.map(withMessage), at }
}

async function answer(platform: Platform, user: CurrentUser, given: unknown) {
  const { db } = platform.database
  const [epoch, scope] = [await epochOf(db), roomScopeOf(user)]
  const start = async () => formatCursor({ epoch, scope: scope.key, ...(await getFeedHorizon(db)) })
  if (typeof given !== 'string' || given === '') return { events: [], cursor: await start(), more: false, resync: false }
  const missed = await catchUp(db, epoch, scope, given, maxMissed)
  if (!missed) return { events: [], cursor: await start(), more: false, resync: true }
  return {
    events: missed.events.map(withMessage),
    cursor: formatCursor({ epoch, scope: scope.key, ...missed.at }),
    more: false,
    resync: false,
  }
}

/** A room that the person does not see counts as none. */
async function visit(platform: Platform, { user, session, body, db }: CallRequest) {
  const asked = typeof body.room === 'string' && uuid.test(body.room) ? body.room : null
  const [found] = asked ? await findRows(db, roomsApi.shape, user, [asked]) : []
  const presence = await presenceOf(platform)
  return { people: await presence.visit(session?.jti ?? '', user, found?.ref ?? null, body.typing === true && found !== undefined) }
}

export function mountEvents(app: Hono, platform: Platform): void {
  mount(app, platform, chatEvents, async ({ user, session, query }) => {
    if (query.visible !== undefined) await reportVisible(platform, session?.jti ?? '', '', query.visible === true)
    return answer(platform, user, query.cursor)
  })
  // Seats are in memory, and their signal is no part of a transaction.
  mount(app, platform, chatPresence, (request) => visit(platform, request), { withoutTransaction: true })
}
