/** Folds rooms and messages with the outbox. Pure. */

import { type Message, messageRead, messagesName, reactMessage, sendMessage } from '#contract/chat/messages.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type MediaKind, type MessageKind, mediaTypes } from '#contract/parts/message-fields.ts'
import { chatPlatform, roomPromotions, roomRelease, roomTakeover } from '#contract/sections/sales/chat-platform.ts'
import type { OutboxRow, ParkedReason } from '../outbox/row/types.ts'
import type { RoomRow } from './memory.ts'

/** 'device': in the outbox or at the server; 'sent': one tick, 'delivered': two, 'read': blue. */
export type Tick = 'device' | 'sent' | 'delivered' | 'read' | 'failed' | 'parked'

export type Room = RoomRow & {
  /** A change waits in the outbox. */
  waiting: boolean
}

export type ShownMessage = Message & {
  /** Null for incoming messages. */
  tick: Tick | null
  /** Parked: why, the server's words, its reason and first field if any, and `seq` of the outbox row. */
  parked?: { why: ParkedReason; message: string; reason?: unknown; problem?: FieldProblem | undefined; seq: number }
  /** Percent of its file uploaded. */
  progress?: number
  /** Our reaction waits in the outbox; parked: the server's words, and `seq` of the outbox row. */
  reacting?: { parked: { message: string; seq: number } | null }
}

/** Signed-in user. */
export interface Me {
  id: number
  name: string
}

export const isSend = (row: OutboxRow): boolean => row.section === messagesName && row.call === sendMessage.name

export const isReact = (row: OutboxRow): boolean => row.section === messagesName && row.call === reactMessage.name

/** Ref of the room of a row that sends or reacts. */
export const roomOf = (row: OutboxRow): string => toText(row.patch.room ?? row.params.room)

export const isParked = (row: OutboxRow): boolean => row.state === 'parked' && row.reason !== 'auth'

/** Kind by declared type; unknown types are documents until the server has checked them. */
export function mediaKind(type: string): MediaKind {
  const essence = type.split(';')[0] ?? ''
  const kinds: readonly MediaKind[] = ['image', 'video', 'audio']
  return kinds.find((kind) => mediaTypes[kind].types.some((each) => each === essence)) ?? 'document'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const kindOf = (row: OutboxRow): MessageKind => (row.files[0] ? mediaKind(row.files[0].type) : 'text')

/** Fields of a room changed by a waiting or just made change. */
export function roomPatch(row: OutboxRow, me: Me): Partial<RoomRow> {
  if (row.call === roomRelease.name) return { assignee_sales: 0, assignee_sales_name: null }
  if (row.call === roomTakeover.name) return { assignee_sales: me.id, assignee_sales_name: me.name }
  if (row.call === roomPromotions.name) return { promotions_stopped: null, promotions_stopped_at: null }
  if (row.section !== chatPlatform.name) return row.call === messageRead.name ? { unread: 0, mark_as_unread: false } : {}
  const { ids: _ids, was: _was, join: _join, ...patch } = row.patch
  return patch.mark_as_unread === false ? { ...patch, unread: 0 } : patch
}

function sendPatch(row: OutboxRow, room: RoomRow): Partial<RoomRow> {
  const at = new Date(row.createdAt).toISOString()
  if (isParked(row) || row.state === 'done' || at <= (room.last_message_at ?? '')) return {}
  return {
    last_message: textOf(row.patch.content),
    last_message_kind: kindOf(row),
    last_message_status: 'queued',
    last_message_is_admin: true,
    last_message_at: at,
  }
}

/** Groups outbox rows by changed room. */
export function byRoom(outbox: readonly OutboxRow[]): ReadonlyMap<string, readonly OutboxRow[]> {
  const rooms = new Map<string, OutboxRow[]>()
  const add = (ref: string, row: OutboxRow) => rooms.set(ref, [...(rooms.get(ref) ?? []), row])
  for (const row of outbox) {
    if (row.section === chatPlatform.name) for (const ref of row.touches) add(ref, row)
    else if (row.section === messagesName) add(roomOf(row), row)
  }
  return rooms
}

const still = new WeakMap<RoomRow, Room>()

/** A room without changes stays the same object while its row does, so that it is not rendered again. */
export function foldRoom(room: RoomRow, rows: readonly OutboxRow[] | undefined, me: Me): Room {
  if (!rows) {
    const known = still.get(room) ?? { ...room, waiting: false }
    still.set(room, known)
    return known
  }
  const folded: RoomRow = { ...room }
  for (const row of rows) Object.assign(folded, isSend(row) ? sendPatch(row, folded) : roomPatch(row, me))
  return { ...folded, waiting: rows.some(({ state }) => state !== 'done') }
}

function tickOf({ is_admin, status }: Message): Tick | null {
  if (!is_admin) return null
  return status === 'queued' ? 'device' : status
}

const shown = new WeakMap<Message, ShownMessage>()

/** Returns the same object for the same message, so that its row is not rendered again. */
export function showMessage(message: Message): ShownMessage {
  const known = shown.get(message)
  if (known) return known
  const made = { ...message, tick: tickOf(message) }
  shown.set(message, made)
  return made
}

/** With our reaction that waits; one that was taken by the server is in the message when that comes back. */
function withReaction(message: Message, row: OutboxRow | undefined, me: Me): ShownMessage {
  if (!row) return showMessage(message)
  const emoji = toText(row.patch.emoji)
  const others = (message.reactions ?? []).filter(({ by }) => by !== 'us')
  const own = { emoji, by: 'us' as const, name: me.name, at: new Date(row.createdAt).toISOString() }
  const reactions = emoji ? [...others, own] : others
  if (row.state === 'done') return { ...showMessage(message), reactions }
  const parked = isParked(row) ? { message: row.lastError?.message ?? '', seq: row.seq } : null
  return { ...showMessage(message), reactions, reacting: { parked } }
}

function replyOf(row: OutboxRow, messages: readonly Message[]): Message['reply_to'] {
  const ref = textOf(row.patch.reply_to)
  if (ref === null) return null
  const found = messages.find((message) => message.ref === ref)
  return { ref, content: found?.content ?? null, kind: found?.kind ?? null, is_admin: found?.is_admin ?? null }
}

function waitingMessage(row: OutboxRow, room: string, place: number, messages: readonly Message[], me: Me, percent?: number): ShownMessage {
  const [file] = row.files
  const isWaiting = isParked(row)
  return {
    id: 0,
    ref: row.touches[0] ?? row.id,
    version: 0,
    room,
    place,
    kind: kindOf(row),
    content: textOf(row.patch.content),
    media_url: null,
    media_name: file?.name ?? null,
    media_type: file?.type ?? null,
    media_size: file?.size ?? null,
    is_admin: true,
    sender: me.name,
    status: 'queued',
    failure: null,
    reply_to: replyOf(row, messages),
    template: textOf(row.patch.template),
    created_at: new Date(row.createdAt).toISOString(),
    ...(row.patch.asks_contact === true && { chips: [{ chip: 'contactRequest' }] }),
    tick: isWaiting ? 'parked' : 'device',
    ...(isWaiting &&
      row.reason && {
        parked: {
          why: row.reason,
          message: row.lastError?.message ?? '',
          reason: row.lastError?.reason,
          problem: Object.values(row.lastError?.fields ?? {})[0],
          seq: row.seq,
        },
      }),
    ...(percent !== undefined && file && { progress: percent }),
  }
}

/**
 * Messages of a chat in order, with what waits of our reactions, waiting messages last. `outbox`: its rows, done ones first; `isOwn`:
 * whether a row writes a message.
 */
export function foldMessages(
  room: string,
  messages: readonly Message[],
  outbox: readonly OutboxRow[],
  me: Me,
  progress: Readonly<Record<string, number>> = {},
  isOwn = isSend,
): ShownMessage[] {
  const cached = new Set(messages.map(({ ref }) => ref))
  let place = messages.reduce((most, message) => Math.max(most, message.place), 0)
  const waiting = outbox.filter(isOwn).flatMap((row) => {
    const ref = row.touches[0] ?? row.id
    // A just sent one exists twice for a moment: as done, and until its verdict is stored.
    if (cached.has(ref)) return []
    cached.add(ref)
    place += 1
    return [waitingMessage(row, room, place, messages, me, progress[row.id])]
  })
  const reactions = new Map(outbox.filter(isReact).map((row) => [row.touches[0], row]))
  const sent = reactions.size ? messages.map((message) => withReaction(message, reactions.get(message.ref), me)) : messages.map(showMessage)
  return [...sent, ...waiting]
}
