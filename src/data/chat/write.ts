/**
 * What a person does in the inbox. All of it goes through the outbox, in one lane for each room: a change waits for those of
 * the same room before it. Throws OutboxError when the device could not keep it.
 */
import { maxMessageLength, messageRead, sendMessage } from '#contract/chat/messages.ts'
import type { Call } from '#contract/kit/section/call.ts'
import {
  roomAssign,
  roomContactName,
  roomNeedSupport,
  roomNotes,
  roomSnooze,
  roomStatus,
  roomTag,
  roomTakeover,
  roomUnread,
} from '#contract/sections/sales/chat-platform.ts'
import { compressPicture } from '../base/compress-picture.ts'
import { uuidv7 } from '../outbox/row/uuid.ts'
import type { Alongside } from '../outbox/store/store.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { discard, edit } from '../writes/actions.ts'
import { submit, submitAll } from '../writes/submit.ts'
import { mediaKind, type Room } from './fold.ts'
import { runsStore } from './memory.ts'

export type RoomChange =
  /** `was`: what stood there when the person began to write. */
  | { notes: string; was?: string }
  | { mark_as_unread: boolean }
  | { contact_name: string }
  | { status: 'open' | 'pending' | 'resolved' }
  | { tag: string[] }
  | { is_need_support: boolean }
  /** ISO 8601; null ends it. */
  | { snoozed_until: string | null }
  /** Id or ref; 0 is 'Unassigned'. */
  | { assignee_sales: number | string }
  | { takeover: true }

export interface Template {
  name: string
  language: string
  /** What stands in its places, in order. */
  values: string[]
  /** The whole of it as the customer will read it, shown while it waits. */
  text: string
}

const nameOf = ({ contact_name, customer_name, customer_phone }: Room): string => contact_name ?? customer_name ?? customer_phone

export interface NewMessage {
  patch: Readonly<Record<string, unknown>>
  ref?: string
}

/**
 * Keeps messages, all or none; answers the ref of the last. Refs are chosen here, so each message is sent once; the room is
 * touched, so that its lane is kept.
 */
async function write(room: Room, messages: readonly NewMessage[], alongside?: Alongside): Promise<string> {
  const submissions = messages.map(({ patch, ref = uuidv7() }) => ({
    call: sendMessage,
    touches: [ref, room.ref],
    patch: { ...patch, ref, room: room.ref },
    label: nameOf(room),
  }))
  await submitAll(submissions, alongside)
  return submissions.at(-1)?.touches[0] ?? ''
}

export interface Answer {
  /** Ref of the message that is answered. */
  reply_to?: string
  /** Ref of the canned reply it was made from. */
  auto_text?: string
}

/** `alongside`: what else changes on the device once, and only if, the message is kept. Answers the message's ref; the same below. */
export function sendText(room: Room, { content, ...answer }: Answer & { content: string }, alongside?: Alongside): Promise<string> {
  return write(room, [{ patch: { content, ...answer } }], alongside)
}

export interface Outgoing {
  /** A UUID: becomes the ref of its message, so the server takes the same file once, whoever sends it again. */
  key: string
  file: File
}

/**
 * One message for each file, in their order, all of them or none; the text stands under the first that can have one, else after
 * them, because the channel takes none with a sound. Pictures are made smaller by the rule.
 */
export async function sendMedia(
  room: Room,
  files: readonly Outgoing[],
  { content, ...answer }: Answer & { content?: string } = {},
  alongside?: Alongside,
): Promise<string> {
  return write(room, await messagesOf(files, { content, ...answer }), alongside)
}

/** As they are kept: one for each file, the text under the first that can have one, else after them. */
export async function messagesOf(
  files: readonly Outgoing[],
  { content, ...answer }: Answer & { content?: string | undefined },
): Promise<NewMessage[]> {
  const captioned = files.findIndex(({ file }) => mediaKind(file.type) !== 'audio')
  const messages: NewMessage[] = []
  for (const [i, { key, file }] of files.entries()) {
    const chosen = mediaKind(file.type) === 'image' ? await compressPicture(file).catch(() => file) : file
    const media = { name: file.name, size: chosen.size, type: chosen.type, content: chosen }
    messages.push({ patch: { media, ...(i === captioned && content && { content }), ...(i === 0 && answer) }, ref: key })
  }
  if (captioned < 0 && content) messages.push({ patch: { content } })
  return messages
}

/** The server fills the template in itself; the words are for whoever looks at it until then. */
const templatePatch = ({ name, language, values, text }: Template) => ({
  template: name,
  template_language: language,
  values: values.map((value) => ({ value })),
  content: text.slice(0, maxMessageLength),
})

export const sendTemplate = (room: Room, template: Template): Promise<string> => write(room, [{ patch: templatePatch(template) }])

function callOf(change: RoomChange): Call<unknown> {
  if ('notes' in change) return roomNotes
  if ('mark_as_unread' in change) return roomUnread
  if ('contact_name' in change) return roomContactName
  if ('status' in change) return roomStatus
  if ('tag' in change) return roomTag
  if ('is_need_support' in change) return roomNeedSupport
  if ('snoozed_until' in change) return roomSnooze
  return 'assignee_sales' in change ? roomAssign : roomTakeover
}

/** What several people write goes with what this one saw, so that the server can keep both. */
function patchOf(room: Room, change: RoomChange): Readonly<Record<string, unknown>> {
  if ('takeover' in change) return {}
  if ('notes' in change) return { notes: change.notes, was: { notes: change.was ?? room.notes ?? '' } }
  return 'tag' in change ? { ...change, was: { tag: room.tag ?? [] } } : change
}

/** The same change of each of these rooms: one that cannot be made does not hold up what is written to the others. */
export async function changeRooms(rooms: readonly Room[], change: RoomChange): Promise<void> {
  const call = callOf(change)
  await submitAll(
    rooms.map((room) => ({ call, touches: [room.ref], patch: { ids: [room.ref], ...patchOf(room, change) }, label: nameOf(room) })),
  )
}

/** Every message of the customer counts as read. Does not wait behind a message that cannot be sent. */
export async function markRead(room: Room): Promise<void> {
  if (room.unread === 0 && !room.mark_as_unread) return
  const run = runsStore.get().get(room.ref)
  const last = run?.newer ? undefined : run?.messages.findLast(({ is_admin }) => !is_admin)
  if (room.mark_as_unread || !last) return changeRooms([room], { mark_as_unread: false })
  await submit({
    call: messageRead,
    params: { room: room.ref },
    touches: [last.ref],
    patch: { ids: [last.ref], status: 'read' },
    label: nameOf(room),
  })
}

/** A template in the place of a reply whose window closed: sent where that stood, before what was written after it. */
export async function chooseTemplateFor(parkedSeq: number, template: Template): Promise<void> {
  const row = outboxStore.get().rows.find(({ seq }) => seq === parkedSeq)
  if (row) await edit(parkedSeq, { patch: { room: row.patch.room, ...templatePatch(template) }, files: [] })
}

/** Takes a message back that has not been sent. Throws ApiError offline where the server has to be asked first. */
export async function discardMessage(parkedSeq: number): Promise<void> {
  await discard(parkedSeq)
}
