/** A message of a channel. */
import { windowHours } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { MessageMarks } from '#server/db/tables/chat.ts'
import { audienceOf, roomsArea } from '#server/people/chat-feed.ts'
import { addIdentity } from '../identity/room-ids.ts'
import { otherRoomsOf } from '../rooms/promotions.ts'
import { boundedText, cleanName } from '../rooms/text.ts'
import { type Batch, findAuthor } from './batch.ts'
import type { InboundMessage } from './inbound.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { MessageNow } from './inbound-sql.ts'
import { addOriginal } from './marks.ts'
import { emptyMessage, isLast, isWhole, later, momentOf, phoneAuthor, showLast } from './message-now.ts'
import { readStop, stopAnswer } from './own-stop.ts'
import { setPreference } from './preferences.ts'

type StandIn = MessageMarks['standIn']

export async function takeMessage(batch: Batch, item: InboundMessage): Promise<void> {
  const before = batch.known.get(item.provider_id)
  if (before && (isWhole(before) || (item.isStandIn && before.marks?.standIn === 'kind'))) return
  const found = await findAuthor(batch, item, { isAuthor: item.origin === undefined, makesRoom: item.makesRoom ?? true })
  if (!found) {
    batch.skip(item)
    return
  }
  let into = found.room
  if (item.shared) into = await takeShared(batch, item, item.shared, into)
  const message = messageOf(batch, item, into)
  if (found.identity && !item.isOurs) batch.authors.set(message, found.identity)
  if (before?.room === into.id) {
    const standIn = before.marks?.standIn
    fill(batch, before, message, into, standIn)
    arrive(batch, item, into, before, standIn)
    return
  }
  batch.add(into, message)
  arrive(batch, item, into, message, undefined)
  await followStop(batch, item, into, message)
}

/** A text or a button that stops promotions from us, or takes them again. */
async function followStop(batch: Batch, item: InboundMessage, into: RoomNow, { kind, content, created_at: at }: MessageNow): Promise<void> {
  if (item.origin !== undefined || item.isOurs || kind !== 'text') return
  const isStopped = readStop(content) ?? readStop(item.payload)
  if (isStopped === null) return
  const ids = batch.book.of(into.id)
  if (!(await setPreference(batch.tx, { number: item.number, from: item.from, isStopped, at, ids }, true))) return
  for (const other of await otherRoomsOf(batch.tx, into.id, ids)) batch.addChange(roomsArea, other.ref, false, audienceOf(other))
  batch.addNote(
    into,
    { of: isStopped ? 'optOut' : 'optIn', values: {} },
    isStopped ? 'Stopped promotions from us' : 'Takes promotions again',
    at,
  )
  if (isStopped) batch.answer(into, stopAnswer)
}

/** A phone that the person shared, as if it had come with the item (case 8). */
async function takeShared(batch: Batch, item: InboundMessage, phone: string, room: RoomNow): Promise<RoomNow> {
  const at = momentOf(item.at)
  if (item.from.bsuid === null) {
    if (!batch.book.current(item.number, 'phone', phone) && !batch.book.currentOf(room.id, 'phone'))
      addIdentity(batch, room, 'phone', phone, { ...item, at, proof: 'shared', isAuthor: true, makesRoom: false })
    return room
  }
  const found = await findAuthor(batch, { ...item, from: { ...item.from, phone } }, { isAuthor: true, makesRoom: false, proof: 'shared' })
  return found?.room ?? room
}

function messageOf(batch: Batch, item: InboundMessage, into: RoomNow): MessageNow {
  const { content, isCut } = boundedText(item.content ?? '')
  if (isCut) batch.platform.log.warn({ room: into.id, characters: item.content?.length }, 'a message was longer than is kept')
  const answered = batch.known.get(item.reply_to ?? '')
  const isQuoted = answered?.room === into.id
  const chips = [...(item.chips ?? []), ...(item.reply_to !== null && !isQuoted ? [{ chip: 'quoteElsewhere' } as const] : [])]
  const isOurs = item.isOurs === true
  return {
    ...emptyMessage,
    ...{ ref: uuidv7(), room: into.id, place: 0, kind: item.note ? 'note' : item.kind, content, media: item.media },
    ...{ is_admin: isOurs || item.note !== undefined, sender: isOurs ? phoneAuthor : null },
    status: item.note || (item.origin === 'history' && !isOurs) ? 'read' : 'delivered',
    reply_to: isQuoted ? answered.ref : null,
    provider_id: item.provider_id,
    created_at: momentOf(item.at),
    ...(item.note && { note_of: item.note.of, values: item.note.values }),
    details: item.details ?? null,
    chips: chips.length ? chips : null,
    referral: item.referral ?? null,
    marks: item.isStandIn ? { standIn: 'kind', ids: [] } : null,
  }
}

/** The original of what stood in its place, or what can be shown of it. */
function fill(batch: Batch, before: MessageNow, message: MessageNow, into: RoomNow, standIn: StandIn): void {
  const { kind, media, details, reply_to, created_at, referral, note_of, values, is_admin, sender } = message
  addOriginal(before, message)
  if (message.marks) before.marks = { ...message.marks, ...before.marks }
  // What could be shown of it has its states already.
  const status = standIn === 'kind' ? before.status : message.status
  const chips = [...(message.chips ?? []), ...(before.chips ?? []).filter(({ chip }) => !message.chips?.some((one) => one.chip === chip))]
  Object.assign(before, { kind, media, details, reply_to, created_at, referral, note_of, values, is_admin, sender, status })
  before.chips = chips.length ? chips : null
  batch.change(before, into)
  batch.stale.add(into)
}

/** What a message does to its room. `standIn`: of the one that it replaced, which counted already. */
function arrive(batch: Batch, item: InboundMessage, into: RoomNow, message: MessageNow, standIn: StandIn): void {
  const at = message.created_at
  batch.touched.add(into)
  const isQuiet = item.origin !== undefined
  if (item.callPermission) into.call_permission = item.callPermission
  if (item.referral && into.source === null) Object.assign(into, { source: 'ad', source_id: item.referral.source_id ?? null })
  if (!isQuiet && isLast(into, at)) into.customer_name = cleanName(item.from.name) ?? into.customer_name
  const isBegun = item.begun !== undefined && batch.known.has(item.begun)
  if (!isQuiet && item.opensWindow !== false && !isBegun)
    into.window_until = later(into.window_until, new Date(Date.parse(at) + windowHours * 3_600_000).toISOString())
  const isNew = standIn !== 'kind'
  if (!isQuiet && item.isUnread !== false && isNew) {
    into.unread += 1
    into.is_idle = false
    into.snoozed_until = null
    if (into.status === 'resolved') into.status = 'open'
    batch.alert(into, message)
  } else if (item.isUrgent) batch.alert(into, message)
  if (message.kind === 'note') return
  if (item.origin === 'phone' && isLast(into, at)) Object.assign(into, { unread: 0, mark_as_unread: false, is_idle: false })
  if (item.origin === 'history' ? into.last_message_at === null : isLast(into, at)) showLast(into, message)
}
