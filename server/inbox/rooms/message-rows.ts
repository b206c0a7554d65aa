/** Messages between table and wire. */
import { inArray } from 'drizzle-orm'
import { type Message, maxMessageLength } from '#contract/chat/messages.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import {
  type MediaKind,
  type MessageKind,
  type MessageParts,
  mediaTypes,
  messageKinds,
  messageStatuses,
} from '#contract/parts/message-fields.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import type { Db } from '#server/db/database.ts'
import { messages } from '#server/db/tables/chat.ts'
import { cut } from './text.ts'

/** Notifies deliverers of new `deliveries`. */
export const deliveriesChannel = 'deliveries'

export type StoredMessage = typeof messages.$inferSelect

/** Maximum characters of a quoted message. */
const quoted = 200

export const kindOf = (text: string): MessageKind => messageKinds.find((kind) => kind === text) ?? 'document'
const statusOf = (text: string) => messageStatuses.find((status) => status === text) ?? 'queued'

/** Returns the kind of message of a media type; null if no channel takes it. */
export function mediaKind(type: string): MediaKind | null {
  const kinds = ['image', 'video', 'audio', 'document'] as const
  return kinds.find((kind) => mediaTypes[kind].types.some((known) => known === type)) ?? null
}

/** Whether a message of ours asks for the customer's number (docs/product/chat.md#asking-for-the-number). */
export const asksContact = ({ chips }: Pick<StoredMessage, 'chips'>): boolean =>
  chips?.some(({ chip }) => chip === 'contactRequest') === true

/** Last line of a room: the text, or a document's name. For other messages the console translates the kind. */
export const lastLine = (kind: string, content: string | null, media: StoredFile | null): string | null =>
  content === null ? (kind === 'document' ? (media?.name ?? null) : null) : cut(content, maxMessageLength)

/** Former texts that differ from what followed them. */
const shownEdits = ({ edits, content }: StoredMessage) => edits?.filter((one, at) => one.content !== (edits[at + 1] ?? { content }).content)

/** Most messages have none of them, and then they are not sent. */
function partsOf(stored: StoredMessage): MessageParts {
  const { note_of, values, details, chips, deleted_at, reactions } = stored
  const edits = shownEdits(stored)
  return {
    ...(note_of && { note_of }),
    ...(values && { values }),
    ...(details && { details }),
    ...(chips?.length && { chips }),
    ...(edits?.length && { edits }),
    ...(deleted_at && { deleted_at }),
    ...(reactions?.length && { reactions }),
  }
}

function toWire(stored: StoredMessage, room: string, answered: Message['reply_to']): Message {
  const { id, ref, version, place, content, media, is_admin, sender, failure, template, created_at } = stored
  return {
    id,
    ref,
    version,
    room,
    place,
    kind: kindOf(stored.kind),
    content,
    media_url: media && `${chatPlatform.path}/${room}/media/${ref}`,
    media_name: media?.name ?? null,
    media_type: media?.type ?? null,
    media_size: media?.size ?? null,
    is_admin,
    sender,
    status: statusOf(stored.status),
    failure,
    reply_to: answered,
    template,
    created_at,
    ...partsOf(stored),
  }
}

/** Returns messages in wire form and given order; `roomRefs` has refs of rooms. One query for all quoted ones. */
export async function messagesOnWire(db: Db, stored: readonly StoredMessage[], roomRefs: ReadonlyMap<number, string>): Promise<Message[]> {
  const wanted = [...new Set(stored.flatMap(({ reply_to }) => reply_to ?? []))]
  const { ref, content, kind, is_admin } = messages
  const found = wanted.length ? await db.select({ ref, content, kind, is_admin }).from(messages).where(inArray(ref, wanted)) : []
  const answered = new Map(
    found.map((one) => [one.ref, { ...one, content: one.content?.slice(0, quoted) ?? null, kind: kindOf(one.kind) }]),
  )
  return stored.map((one) => toWire(one, roomRefs.get(one.room) ?? '', answered.get(one.reply_to ?? '') ?? null))
}
