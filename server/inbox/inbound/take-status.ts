/** What became of a message of ours. */
import { audienceOf, messagesArea } from '#server/people/chat-feed.ts'
import { takeAnsweredPhone } from '../identity/answered-phone.ts'
import { addIdentity } from '../identity/room-ids.ts'
import { holdOf } from '../rooms/hold-broadcasts.ts'
import type { Batch } from './batch.ts'
import { applyError, errorOf } from './failed-status.ts'
import type { InboundStatus } from './inbound.ts'
import type { RoomNow } from './inbound-rooms.ts'
import { momentOf } from './message-now.ts'
import { readNews } from './status-news.ts'

export async function takeStatus(batch: Batch, item: InboundStatus): Promise<void> {
  const message = batch.known.get(item.provider_id)
  if (item.kept && (!message || message.marks?.standIn === 'mark')) {
    batch.early.push(item)
    return
  }
  const found = message && batch.found.byId.get(message.room)
  if (!message?.is_admin || !found || message.kind === 'note') {
    batch.skip(item)
    return
  }
  takeReceiver(batch, item, found)
  const at = momentOf(item.at)
  const into = item.answered ? await takeAnsweredPhone(batch, found, item.answered, at) : found
  const isRequeued = batch.requeued.has(message.id)
  const news = readNews(message, item, at, isRequeued)
  if (!news) return
  const { isShown, ...now } = news
  Object.assign(message, now, isRequeued && { provider_id: null })
  if (message.id !== 0) batch.statuses.set(message.id, { ...now, isShown: isShown || batch.statuses.get(message.id)?.isShown === true })
  if (!isShown) return
  const until = into.window_until
  const error = errorOf(item)
  const hold = item.held === 'heldByPause' ? 'templatePaused' : holdOf(error)
  if (hold) batch.holds.push({ number: into.whatsapp_number, message: message.id, hold })
  applyError(error, into, message.created_at, at)
  const apart = Math.abs(Date.parse(message.created_at) - Date.parse(into.last_message_at ?? ''))
  // Earlier versions wrote the two times one after the other.
  const isLastOfAll = into.last_message_is_admin && (apart === 0 || (apart < 1_000 && message.place === into.next_place - 1))
  if (isLastOfAll) into.last_message_status = message.status
  if (isLastOfAll || into.window_until !== until) batch.touched.add(into)
  batch.addChange(messagesArea, message.ref, false, audienceOf(into))
}

/** A status may add a user id to its message's room, and show a username; it moves nobody. */
function takeReceiver(batch: Batch, { from, at }: InboundStatus, into: RoomNow): void {
  if (!from) return
  const { bsuid, phone, username } = from
  const own = batch.book.currentOf(into.id, 'phone')
  const isSame = phone === null || own === undefined || own.value === phone
  const wanted = { number: into.whatsapp_number, kind: 'bsuid', value: bsuid ?? '' } as const
  if (bsuid !== null && isSame && !batch.book.currentOf(into.id, 'bsuid') && !batch.book.has(wanted))
    addIdentity(batch, into, 'bsuid', bsuid, {
      number: into.whatsapp_number,
      at: momentOf(at),
      from,
      proof: 'status',
      isAuthor: false,
      makesRoom: false,
    })
  if (username) batch.takeUsername(into, username, at)
}
