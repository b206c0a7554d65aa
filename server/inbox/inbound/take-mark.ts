/** Reactions, edits and deletions: at their message, or in its place until it comes. */
import { and, eq, isNull, like, ne, or, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { messages } from '#server/db/tables/chat.ts'
import { type Batch, findAuthor } from './batch.ts'
import { type InboundMark, unsentId } from './inbound.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { MessageNow } from './inbound-sql.ts'
import { applyMark } from './marks.ts'
import { alertText, emptyMessage, isLast, isWhole, later, momentOf, phoneAuthor, showLast } from './message-now.ts'

export async function takeMark(batch: Batch, item: InboundMark): Promise<void> {
  const target = batch.known.get(item.target)
  if (item.from === null) {
    if (!target) batch.early.push(item)
    else if (applyMark(target, item).isChanged) batch.change(target, batch.roomOf(target))
    return
  }
  const isTakenAway = item.mark.kind === 'reaction' && !item.mark.emoji
  const found = await findAuthor(batch, { ...item, from: item.from }, { isAuthor: item.by === 'customer', makesRoom: !isTakenAway })
  const into = found?.room
  if (!into) {
    if (isTakenAway && !target) batch.early.push(item)
    else batch.unknown += 1
    return
  }
  if (target?.room === into.id) {
    const { isChanged, isUnread } = applyMark(target, { ...item, at: momentOf(item.at) })
    if (!isChanged) return
    if (target.marks?.standIn === 'mark') showStandIn(target)
    batch.change(target, into)
    if (item.mark.kind !== 'reaction') batch.stale.add(into)
    else showReaction(batch, into, target, item.mark.emoji, isUnread, momentOf(item.at))
    if (isUnread) countMark(batch, into, target, item)
    return
  }
  if (target) {
    if (!isTakenAway && !(await isKept(batch, into, item.provider_id))) standIn(batch, into, item, false)
  } else if (isTakenAway || (item.mark.kind === 'reaction' && (await hasUnnamed(batch, into)))) batch.early.push(item)
  else standIn(batch, into, item, true)
}

/** Whether the provider has taken, or may have taken, a message of ours whose id is not stored yet. */
async function hasUnnamed({ tx }: Batch, { id }: RoomNow): Promise<boolean> {
  const { room, is_admin, kind, provider_id, created_at } = messages
  const isRecent = sql`${created_at} > now() - interval '1 day'`
  const isUnnamed = or(isNull(provider_id), like(provider_id, `${unsentId('')}%`))
  const where = and(eq(room, id), isRecent, eq(is_admin, true), ne(kind, 'note'), isUnnamed)
  return (await tx.select({ id: messages.id }).from(messages).where(where).limit(1)).length > 0
}

/** Whether a mark has a line in its room already, by its own id or as one of several. */
async function isKept({ tx, known, made }: Batch, { id }: RoomNow, mark: string): Promise<boolean> {
  if (isWhole(known.get(mark))) return true
  if ([...known.values(), ...made].some(({ room, marks }) => room === id && marks?.ids.includes(mark))) return true
  const [found] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.room, id), sql`${messages.marks} -> 'ids' ? ${mark}`))
    .limit(1)
  return found !== undefined
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
  const { provider_id, target } = item
  const at = momentOf(item.at)
  const message: MessageNow = {
    ...emptyMessage,
    ...{ ref: uuidv7(), room: into.id, place: 0, kind: 'note', content: null, is_admin: true, status: 'read' },
    ...{ provider_id: isReplaceable ? target : provider_id, created_at: at, marks: { standIn: 'mark', ids: [] } },
  }
  const { isUnread } = applyMark(message, { ...item, at })
  showStandIn(message)
  if (!isReplaceable) message.marks = { ids: [provider_id] }
  batch.add(into, message)
  if (isUnread) countMark(batch, into, message, item)
  if (message.kind !== 'note' && isLast(into, at)) showLast(into, message)
}

/** The words of an edit, else that something was deleted, else the reaction. */
function showStandIn(message: MessageNow): void {
  const { edited, author } = message.marks ?? {}
  const emoji = message.reactions?.[0]?.emoji
  if (edited !== undefined) {
    const isOurs = author === 'us'
    const sender = isOurs ? phoneAuthor : null
    Object.assign(message, { kind: 'text', note_of: null, values: null, is_admin: isOurs, sender, status: 'delivered' })
  } else if (message.deleted_at !== null)
    Object.assign(message, { note_of: 'deletedElsewhere', values: {}, content: 'Deleted a message that is not here' })
  else if (emoji)
    Object.assign(message, { note_of: 'reactedElsewhere', values: { emoji }, content: `Reacted ${emoji} to a message that is not here` })
}
