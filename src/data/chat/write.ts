/**
 * Changes of the inbox. All go through the outbox, in one lane per room: a change waits for earlier ones of its room. Throws OutboxError
 * when the device could not store it.
 */

import { maxMessageLength, messageRead, reactMessage, sendMessage } from '#contract/chat/messages.ts'
import type { TemplateValues } from '#contract/chat/template.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import {
  roomAssign,
  roomContactName,
  roomNeedSupport,
  roomNotes,
  roomPromotions,
  roomRelease,
  roomSnooze,
  roomStatus,
  roomTag,
  roomTakeover,
  roomUnread,
} from '#contract/sections/sales/chat-platform.ts'
import { compressPicture } from '../base/compress-picture.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { Alongside } from '../outbox/store/store.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { discard, edit } from '../writes/actions.ts'
import { submit, submitAll } from '../writes/submit.ts'
import { mediaKind, type Room } from './fold.ts'
import { runsStore } from './memory.ts'
import { nameOf } from './room-name.ts'

export type RoomChange =
  /** `was`: base text when the person began to write. */
  | { notes: string; was?: string }
  | { mark_as_unread: boolean }
  | { contact_name: string }
  | { status: 'open' | 'pending' | 'resolved' }
  | { tag: string[] }
  | { is_need_support: boolean }
  /** ISO 8601; null: ends it. */
  | { snoozed_until: string | null }
  /** Id or ref; 0: 'Unassigned'. */
  | { assignee_sales: number | string }
  | { takeover: true }
  /** Of an own room: unassigned. */
  | { release: true }
  /** Takes back that the customer stopped promotions, in an own room. */
  | { promotions: true }

/** A template that was filled in by a form. */
export interface FilledTemplate {
  /** A UUID of the form: becomes the ref and the mutation of its message, so that a second press sends nothing more. */
  key: string
  name: string
  language: string
  /** '' where the server does not tell it. */
  version: string
  values: TemplateValues
  /** Of its header. */
  file: File | null
  /** Full text for display while it waits. */
  text: string
}

export interface NewMessage {
  patch: Readonly<Record<string, unknown>>
  ref?: string
  /** Of the mutation. */
  id?: string
}

/**
 * Queues messages, all or none; returns the last ref. Refs are generated here, so each message is sent once; the room is touched, which
 * sets the lane.
 */
async function write(room: Room, messages: readonly NewMessage[], alongside?: Alongside): Promise<string> {
  const submissions = messages.map(({ patch, ref = uuidv7(), id }) => ({
    call: sendMessage,
    ...(id && { id }),
    touches: [ref, room.ref],
    patch: { ...patch, ref, room: room.ref },
    label: nameOf(room),
  }))
  await submitAll(submissions, alongside)
  return submissions.at(-1)?.touches[0] ?? ''
}

export interface Answer {
  /** Ref of the quoted message. */
  reply_to?: string
  /** Ref of the canned reply used. */
  auto_text?: string
}

/** `alongside`: further writes in the same transaction as the message. Returns the message's ref; likewise below. */
export function sendText(room: Room, { content, ...answer }: Answer & { content: string }, alongside?: Alongside): Promise<string> {
  return write(room, [{ patch: { content, ...answer } }], alongside)
}

/** Asks for the customer's number, once for its form: `key` is a UUID of it. */
export function askContact(room: Room, content: string, key: string): Promise<string> {
  return write(room, [{ patch: { content, asks_contact: true }, ref: key, id: key }])
}

export interface Outgoing {
  /** A UUID: becomes the ref of its message, so that the server accepts a repeated file once. */
  key: string
  file: File
}

/**
 * One message per file, in order, all or none; the text is with the first that can have one, else after them, because the channel allows
 * none with audio. Pictures are compressed.
 */
export async function sendMedia(
  room: Room,
  files: readonly Outgoing[],
  { content, ...answer }: Answer & { content?: string } = {},
  alongside?: Alongside,
): Promise<string> {
  return write(room, await messagesOf(files, { content, ...answer }), alongside)
}

/** As queued: one per file, the text with the first that can have one, else after them. */
export async function messagesOf(
  files: readonly Outgoing[],
  { content, ...answer }: Answer & { content?: string | undefined },
): Promise<NewMessage[]> {
  const captioned = files.findIndex(({ file }) => mediaKind(file.type) !== 'audio')
  const messages: NewMessage[] = []
  for (const [i, { key, file }] of files.entries()) {
    const chosen = await compressed(file)
    const media = { name: file.name, size: chosen.size, type: chosen.type, content: chosen }
    messages.push({ patch: { media, ...(i === captioned && content && { content }), ...(i === 0 && answer) }, ref: key })
  }
  if (captioned < 0 && content) messages.push({ patch: { content } })
  return messages
}

/** The server fills in the template; `text` is displayed until then. What it does not want is left out. */
export function templatePatch({ name, language, version, values, text }: FilledTemplate) {
  const buttons = Object.entries(values.buttons).map(([index, value]) => ({ index: Number(index), value }))
  return {
    template: name,
    template_language: language,
    values: values.body.map((value) => ({ value })),
    content: text.slice(0, maxMessageLength),
    ...(version && { template_version: version }),
    ...(values.header && { template_header: values.header }),
    ...(values.location && { template_location: values.location }),
    ...(buttons.length > 0 && { template_buttons: buttons }),
    ...(values.offerUntil && { template_offer_until: values.offerUntil }),
  }
}

/** The file as it is sent: a picture is compressed. */
export async function compressed(file: File): Promise<Blob> {
  return mediaKind(file.type) === 'image' ? compressPicture(file).catch(() => file) : file
}

export async function sendTemplate(room: Room, template: FilledTemplate): Promise<string> {
  const { key, file } = template
  const content = file && (await compressed(file))
  const media = file && content && { media: { name: file.name, size: content.size, type: content.type, content } }
  return write(room, [{ patch: { ...templatePatch(template), ...media }, ref: key, id: key }])
}

function callOf(change: RoomChange): Call<unknown> {
  if ('notes' in change) return roomNotes
  if ('mark_as_unread' in change) return roomUnread
  if ('contact_name' in change) return roomContactName
  if ('status' in change) return roomStatus
  if ('tag' in change) return roomTag
  if ('is_need_support' in change) return roomNeedSupport
  if ('snoozed_until' in change) return roomSnooze
  if ('release' in change) return roomRelease
  if ('promotions' in change) return roomPromotions
  return 'assignee_sales' in change ? roomAssign : roomTakeover
}

/** Fields edited by several people carry their base, so that the server can keep both. */
function patchOf(room: Room, change: RoomChange): Readonly<Record<string, unknown>> {
  if ('takeover' in change || 'release' in change) return {}
  if ('promotions' in change) return { was: { promotions_stopped_at: room.promotions_stopped_at } }
  if ('notes' in change) return { notes: change.notes, was: { notes: change.was ?? room.notes ?? '' } }
  return 'tag' in change ? { ...change, was: { tag: room.tag ?? [] } } : change
}

/** Makes the same change to each room; a failing one does not stop the others. */
export async function changeRooms(rooms: readonly Room[], change: RoomChange): Promise<void> {
  const call = callOf(change)
  await submitAll(
    rooms.map((room) => ({ call, touches: [room.ref], patch: { ids: [room.ref], ...patchOf(room, change) }, label: nameOf(room) })),
  )
}

/** Refs that rooms were read up to. The same again does not help: what is unread is older than what is here, and came late. */
const readUpTo = new Map<string, string>()

/** Marks all incoming messages as read. Does not wait for parked messages. */
export async function markRead(room: Room): Promise<void> {
  if (room.unread === 0 && !room.mark_as_unread) return
  const { messages = [], outside = [], newer } = runsStore.get().get(room.ref) ?? {}
  const theirs = newer ? [] : messages.filter(({ is_admin }) => !is_admin)
  const newest = theirs.at(-1)
  const all = [...theirs, ...outside.filter(({ is_admin }) => !is_admin)]
  const last = all.reduce((most, each) => (most && most.place > each.place ? most : each), newest)
  if (room.mark_as_unread || !newest || !last || readUpTo.get(room.ref) === last.ref) return changeRooms([room], { mark_as_unread: false })
  readUpTo.set(room.ref, last.ref)
  // Reading goes by arrival, and the receipt that the customer gets by time.
  const ids = [...new Set([last.ref, newest.ref])]
  await submit({
    call: messageRead,
    params: { room: room.ref },
    touches: ids,
    patch: { ids, status: 'read' },
    label: nameOf(room),
  })
}

/** Sets our reaction at a message, '' takes it away. It waits for earlier ones of its message alone: a refused one holds up no answer. */
export async function react(room: Room, message: string, emoji: string): Promise<void> {
  await submit({
    call: reactMessage,
    params: { room: room.ref, id: message },
    touches: [message],
    patch: { emoji },
    label: nameOf(room),
  })
}

/** Replaces a reply whose window closed by a template, in its place before later messages. */
export async function chooseTemplateFor(parkedSeq: number, template: FilledTemplate): Promise<void> {
  const row = outboxStore.get().rows.find(({ seq }) => seq === parkedSeq)
  if (!row) return
  const { file, key } = template
  const blob = file && (await compressed(file))
  const db = ownerDatabase()
  if (blob && db) await db.withConnection(() => db.files.put({ key, blob, seq: parkedSeq }))
  const files = file && blob ? [{ field: 'media', key, name: file.name, size: blob.size, type: blob.type }] : []
  await edit(parkedSeq, { patch: { room: row.patch.room, ...templatePatch(template) }, files })
}

/** Discards an unsent message. Throws ApiError offline where the server must confirm. */
export async function discardMessage(parkedSeq: number): Promise<void> {
  await discard(parkedSeq)
}
