/** A transaction of inbound items (server/inbox/inbound/receive.ts): six statements for any number of items. */
import { inArray } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { messages } from '#server/db/tables/chat.ts'
import { type Audience, audienceOf, type ChatChange, messagesArea, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { AlertMessage } from '#server/push/alert.ts'
import { lastLine } from '../rooms/message-rows.ts'
import { roomsApi, searchText } from '../rooms/rooms.ts'
import { boundedText, cleanName } from '../rooms/text.ts'
import { applyError, errorOf, isPassing, requeue } from './failed-status.ts'
import type { Inbound, InboundMessage, InboundStatus } from './inbound.ts'
import { keyOf, lockRooms, type RoomNow } from './inbound-rooms.ts'
import { insertMessages, type NewMessage, setStatuses, updateRooms } from './inbound-sql.ts'
import { follows, readNews, type StatedMessage, type StatusNews } from './status-news.ts'

const { id, ref, room, place, provider_id, status, failure, is_admin, created_at, chips, pricing, status_times } = messages
type Known = StatedMessage & Pick<typeof messages.$inferSelect, 'room' | 'place' | 'ref' | 'provider_id' | 'is_admin' | 'created_at'>

async function findKnown(tx: Db, items: readonly Inbound[]): Promise<Map<string, Known>> {
  const named = items.flatMap((item) =>
    item.type === 'idle' ? [] : [item.provider_id, ...(item.type === 'message' ? [item.reply_to ?? ''] : [])],
  )
  const wanted = [...new Set(named)].filter(Boolean)
  if (!wanted.length) return new Map()
  const found = await tx
    .select({ id, ref, room, place, provider_id, status, failure, is_admin, created_at, chips, pricing, status_times })
    .from(messages)
    .where(inArray(provider_id, wanted))
  return new Map(found.map((one) => [one.provider_id ?? '', one]))
}

/** Messages of ours that are sent again, because their only news of this batch is a passing error. */
async function requeuePassing(tx: Db, items: readonly Inbound[], known: ReadonlyMap<string, Known>): Promise<ReadonlySet<number>> {
  const news = items.filter((item) => item.type === 'status')
  const failed = news.flatMap((item) => {
    const message = known.get(item.provider_id)
    const error = errorOf(item)
    const isOnly = news.filter(({ provider_id: other }) => other === item.provider_id).length === 1
    return message?.is_admin && error && isPassing(item) && isOnly && follows(message.status, 'failed')
      ? [{ message: message.id, error }]
      : []
  })
  return requeue(tx, failed)
}

/** A provider's time, at most now. */
function momentOf(at: string): string {
  const given = Date.parse(at)
  return new Date(Math.min(Number.isNaN(given) ? Date.now() : given, Date.now())).toISOString()
}

const later = (a: string | null, b: string) => (a !== null && Date.parse(a) > Date.parse(b) ? a : b)

/** Applies a customer's message to its room, and returns the message. */
function take(into: RoomNow, item: InboundMessage, content: string | null, known: ReadonlyMap<string, Known>): NewMessage {
  const at = momentOf(item.at)
  const answered = known.get(item.reply_to ?? '')
  const made = {
    ref: uuidv7(),
    room: into.id,
    place: into.next_place,
    kind: item.kind,
    content,
    media: item.media,
    is_admin: false,
    status: 'delivered',
    reply_to: answered?.room === into.id ? answered.ref : null,
    provider_id: item.provider_id,
    created_at: at,
  }
  into.next_place += 1
  into.unread += 1
  into.customer_name = cleanName(item.customer_name) ?? into.customer_name
  into.last_message = lastLine(item.kind, content, item.media)
  into.last_message_kind = item.kind
  into.last_message_status = made.status
  into.last_message_is_admin = false
  into.last_message_at = later(into.last_message_at, at)
  into.window_until = later(into.window_until, new Date(Date.parse(at) + windowHours * 3_600_000).toISOString())
  into.is_idle = false
  into.snoozed_until = null
  if (into.status === 'resolved') into.status = 'open'
  return made
}

function alertOf(into: RoomNow, { kind }: InboundMessage, { ref: messageRef, content }: NewMessage): AlertMessage {
  const title = into.contact_name ?? into.customer_name ?? into.customer_phone
  return { room: into.ref, message: messageRef, kind, title, text: content ?? '', ...audienceOf(into) }
}

/**
 * Stores all items in order, and returns alerts to send after the commit. Items of unknown numbers, messages or rooms are skipped, and
 * counted in the log.
 */
export async function storeInbound(platform: Platform, tx: Db, items: readonly Inbound[]): Promise<AlertMessage[]> {
  const places = await lockRooms(tx, items)
  const known = await findKnown(tx, items)
  const requeued = await requeuePassing(tx, items, known)
  const made: NewMessage[] = []
  const alerts: AlertMessage[] = []
  const statuses = new Map<number, StatusNews>()
  const touched = new Set<RoomNow>()
  const changes = new Map<string, ChatChange>()
  let unknown = 0

  const addChange = (area: ChatChange['area'], changedRef: string, isNew: boolean, audience: Audience) => {
    const before = changes.get(changedRef)?.before
    changes.set(changedRef, { area, ref: changedRef, before: isNew || before === null ? null : audience, after: audience })
  }

  function takeMessage(item: InboundMessage): void {
    if (known.has(item.provider_id)) return
    const into = places.byKey.get(keyOf(item))
    if (!into) {
      unknown += 1
      return
    }
    const { content, isCut } = boundedText(item.content ?? '')
    if (isCut) platform.log.warn({ room: into.id, characters: item.content?.length }, 'a message was longer than is kept')
    const message = take(into, item, content, known)
    made.push(message)
    alerts.push(alertOf(into, item, message))
    touched.add(into)
    known.set(item.provider_id, { ...message, id: 0, failure: null, chips: null, pricing: null, status_times: null })
    addChange(messagesArea, message.ref, true, audienceOf(into))
  }

  function takeStatus(item: InboundStatus): void {
    const message = known.get(item.provider_id)
    const into = message && places.byId.get(message.room)
    if (!message?.is_admin || !into) {
      unknown += 1
      return
    }
    const at = momentOf(item.at)
    const news = readNews(message, item, at, requeued.has(message.id))
    if (!news) return
    const { isShown, ...now } = news
    Object.assign(message, now)
    statuses.set(message.id, { ...now, isShown: isShown || statuses.get(message.id)?.isShown === true })
    if (!isShown) return
    const until = into.window_until
    applyError(errorOf(item), into, message.created_at, at)
    const isLast = message.place === into.next_place - 1
    if (isLast) into.last_message_status = message.status
    if (isLast || into.window_until !== until) touched.add(into)
    addChange(messagesArea, message.ref, false, audienceOf(into))
  }

  for (const item of items) {
    if (item.type === 'message') takeMessage(item)
    else if (item.type === 'status') takeStatus(item)
    else {
      const into = places.byKey.get(keyOf(item))
      if (!into) unknown += 1
      else if (!into.is_idle) {
        into.is_idle = true
        touched.add(into)
        addChange(roomsArea, into.ref, false, { ...audienceOf(into), idle: true })
      }
    }
  }

  await insertMessages(tx, made)
  await setStatuses(tx, [...statuses.values()])
  await updateRooms(
    tx,
    [...touched].map((one) => ({ ...one, search_text: searchText(one) })),
  )
  await writeChatChanges(platform.database, tx, [...changes.values()])
  if (touched.size) await totalsOf(platform.database).arrived(tx, roomsApi.section.name)
  if (unknown) platform.log.warn({ items: unknown }, 'what came from the channel is about nothing that is known here')
  return alerts
}
