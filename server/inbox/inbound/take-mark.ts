/** Reactions, edits and deletions: at their message, or in its place until it comes. */
import { uuidv7 } from '#contract/lib/uuid.ts'
import { boundedText } from '../rooms/text.ts'
import { alertText, type Batch, emptyMessage, findAuthor, isLast, later, momentOf, phoneAuthor, showLast } from './batch.ts'
import type { InboundMark } from './inbound.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { MessageNow } from './inbound-sql.ts'
import { applyMark } from './marks.ts'

export async function takeMark(batch: Batch, item: InboundMark): Promise<void> {
  const target = batch.known.get(item.target)
  if (item.from === null) {
    if (target && applyMark(target, item).isChanged) batch.change(target, batch.roomOf(target))
    return
  }
  const found = await findAuthor(batch, { ...item, from: item.from }, { isAuthor: item.by === 'customer', makesRoom: true })
  const into = found?.room
  if (!into) {
    batch.unknown += 1
    return
  }
  if (target?.room === into.id) {
    const { isChanged, isUnread } = applyMark(target, { ...item, at: momentOf(item.at) })
    if (!isChanged) return
    batch.change(target, into)
    if (item.mark.kind !== 'reaction') batch.stale.add(into)
    else showReaction(batch, into, target, item.mark.emoji, isUnread, momentOf(item.at))
    if (isUnread) countMark(batch, into, target, item)
    return
  }
  if (target && batch.known.has(item.provider_id)) return
  standIn(batch, into, item, target === undefined)
}

function showReaction(batch: Batch, into: RoomNow, target: MessageNow, emoji: string, isUnread: boolean, at: string): void {
  if (isUnread && isLast(into, at)) {
    const at_ = later(into.last_message_at, at)
    Object.assign(into, { last_message: alertText(emoji, target.content), last_message_kind: 'text', last_message_status: 'delivered' })
    Object.assign(into, { last_message_is_admin: false, last_message_at: at_ })
    batch.touched.add(into)
  } else if (!emoji) batch.stale.add(into)
}

function countMark(batch: Batch, into: RoomNow, target: MessageNow, { mark }: InboundMark): void {
  into.unread += 1
  batch.touched.add(into)
  const content = mark.kind === 'reaction' ? alertText(mark.emoji, target.content) : target.content
  batch.alert(into, { ref: target.ref, content, kind: 'text' })
}

/** What people see of a mark whose message is not here; the message takes its place if it comes. */
function standIn(batch: Batch, into: RoomNow, item: InboundMark, isReplaceable: boolean): void {
  const { mark, by, provider_id, target } = item
  const at = momentOf(item.at)
  const id = isReplaceable ? target : provider_id
  if (mark.kind === 'reaction' && !mark.emoji) return
  const marks = { ids: [provider_id], ...(isReplaceable && { standIn: 'mark' as const }) }
  if (mark.kind === 'edit') {
    const { content } = boundedText(mark.content ?? '')
    const isOurs = by === 'us'
    const message = batch.add(into, {
      ...emptyMessage,
      ...{ ref: uuidv7(), room: into.id, place: 0, kind: 'text', content, is_admin: isOurs, sender: isOurs ? phoneAuthor : null },
      ...{ status: 'delivered', provider_id: id, created_at: at, marks: { ...marks, edited: at, begun: at } },
    })
    if (!isOurs) countMark(batch, into, message, item)
    if (isLast(into, at)) showLast(into, message)
    return
  }
  const [of, content] =
    mark.kind === 'reaction'
      ? (['reactedElsewhere', `Reacted ${mark.emoji} to a message that is not here`] as const)
      : (['deletedElsewhere', 'Deleted a message that is not here'] as const)
  const note = batch.addNote(into, { of, values: mark.kind === 'reaction' ? { emoji: mark.emoji } : {} }, content, at, id)
  note.marks = { ...marks, ...(mark.kind === 'reaction' && { [by]: at }) }
  if (mark.kind === 'reaction') note.reactions = [{ emoji: mark.emoji, by, name: by === 'customer' ? (item.from?.name ?? null) : null, at }]
  else note.deleted_at = at
}
