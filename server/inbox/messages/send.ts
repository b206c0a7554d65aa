/** Sends messages: message, position and delivery in one transaction (contract/chat/messages.ts). */

import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Message } from '#contract/chat/messages.ts'
import { isStoredFile, type StoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { mediaTypes } from '#contract/parts/message-fields.ts'
import { lockRow } from '#server/crud/query/read.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { autoTexts, deliveries, type MessageChip, messages, rooms } from '#server/db/tables/chat.ts'
import { audienceOf, messagesArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { CustomerWriter } from '#server/people/customer-writer.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { deliveriesChannel, lastLine, mediaKind, messagesOnWire } from '../rooms/message-rows.ts'
import { roomsApi, searchText } from '../rooms/rooms.ts'
import { chosenTemplate, fillTemplate, hasHeaderFile } from '../rooms/template-choice.ts'
import { cleanText, textOf } from '../rooms/text.ts'
import { contactRequest } from './contact-request.ts'

/** Throws 422 for a file above the channel's limit for its kind. */
export function checkedMedia(media: StoredFile) {
  const kind = mediaKind(media.type)
  if (!kind) throw fieldError('media', 'file_type')
  if (media.size > mediaTypes[kind].maxBytes) throw fieldError('media', 'file_size')
  return kind
}

/** Only its uploader may name a file: a hash alone gives no access to private files. */
const markOf = (platform: Platform, user: string, url: string) => platform.tokens.digest(`media ${user} ${url}`)

export async function uploadMedia(platform: Platform, { user, body }: CallRequest) {
  if (!isStoredFile(body.media)) throw fieldError('media', 'required')
  const kind = checkedMedia(body.media)
  return { media_url: `${body.media.url}?mark=${markOf(platform, user.ref, body.media.url)}`, kind }
}

export async function mediaOf(platform: Platform, { db, user, body }: CallRequest): Promise<StoredFile | null> {
  if (isStoredFile(body.media)) return body.media
  const given = textOf(body.media_url)
  if (!given) return null
  const [url = '', mark] = given.split('?mark=')
  const media = mark === markOf(platform, user.ref, url) ? await platform.privateFiles.find(url, db) : null
  if (!media) throw fieldError('media_url', 'reference')
  return media
}

async function answered({ db, body }: CallRequest, room: number): Promise<string | null> {
  const ref = textOf(body.reply_to).toLowerCase()
  if (!ref) return null
  const inRoom = and(eq(messages.ref, ref), eq(messages.room, room))
  const [found] = uuid.test(ref) ? await db.select({ id: messages.id }).from(messages).where(inRoom) : []
  if (!found) throw fieldError('reply_to', 'unknown_reference')
  return ref
}

/** An equal ref is the same message, under any key. */
async function sentBefore({ db, ref, user }: CallRequest, room: { id: number; ref: string }): Promise<Message | null> {
  if (!ref) return null
  const [found] = await db.select().from(messages).where(eq(messages.ref, ref))
  if (!found) return null
  if (found.room !== room.id || found.sender_id !== user.id) throw fieldError('ref', 'taken')
  return (await messagesOnWire(db, [found], new Map([[room.id, room.ref]])))[0] ?? null
}

/** Keeps its version: editing the reply does not conflict with uses. */
async function countCanned({ db, body }: CallRequest): Promise<void> {
  const ref = textOf(body.auto_text).toLowerCase()
  if (!uuid.test(ref)) return
  await db
    .update(autoTexts)
    .set({ usage_count: sql`${autoTexts.usage_count} + 1` })
    .where(eq(autoTexts.ref, ref))
}

interface Sender extends Pick<CallRequest, 'db'> {
  user: Pick<CallRequest['user'], 'id' | 'name'>
}

interface Outgoing {
  ref?: string | null
  kind: Message['kind']
  content: string | null
  media?: StoredFile | null
  reply_to?: string | null
  template?: ReturnType<typeof fillTemplate> | null
  chips?: MessageChip[] | null
}

/** Stores a message in a locked room, for delivery. */
export async function storeMessage({ database }: Platform, { db, user }: Sender, room: AnyRow, outgoing: Outgoing) {
  const { ref, kind, content, media = null, reply_to = null, template = null, chips = null } = outgoing
  // Behind what another process has seen a moment later.
  const at = new Date(Math.max(Date.now(), Date.parse(toText(room.last_message_at)) || 0)).toISOString()
  const [placed] = await db
    .update(rooms)
    .set({
      next_place: sql`${rooms.next_place} + 1`,
      last_message: lastLine(kind, content, media),
      last_message_kind: kind,
      last_message_status: 'queued',
      last_message_is_admin: true,
      last_message_at: at,
      search_text: searchText({ ...room, last_message: content ?? media?.name }),
      version: sql`${rooms.version} + 1`,
      updated_at: sql`now()`,
      updated_by: user.name,
    })
    .where(eq(rooms.id, room.id))
    .returning({ place: sql<number>`${rooms.next_place} - 1` })
  const [made] = await db
    .insert(messages)
    .values({
      ref: ref ?? uuidv7(),
      room: room.id,
      place: placed?.place ?? 0,
      kind,
      content,
      media,
      is_admin: true,
      sender: user.name,
      sender_id: user.id,
      status: 'queued',
      reply_to,
      chips,
      template: template?.name ?? null,
      template_language: template?.language ?? null,
      details: template?.filled.location ? { type: 'location', ...template.filled.location } : null,
      created_at: at,
      created_by: user.name,
      updated_by: user.name,
    })
    .returning()
  if (!made) throw new Error('the message was not stored')
  await db.insert(deliveries).values({ message: made.id, room: room.id, template_values: template?.filled ?? null })
  await writeChatChanges(database, db, [{ area: messagesArea, ref: made.ref, before: null, after: audienceOf(room) }])
  await totalsOf(database).arrived(db, roomsApi.section.name)
  await database.notify(db, deliveriesChannel, '')
  return made
}

export async function sendMessage(platform: Platform, request: CallRequest) {
  const { db, user, body, ref } = request
  const [key = ''] = await followJoins(db, [textOf(body.room)])
  const room = await lockRow(db, roomsApi.shape, user, key)
  const before = await sentBefore(request, room)
  if (before) return { message: 'Saved', data: before }
  const chosen = await chosenTemplate(request, room)
  const until = Date.parse(toText(room.window_until))
  if (!chosen && !(until > Date.now())) throw new ApiError('window_closed')
  const media = !chosen || hasHeaderFile(chosen) ? await mediaOf(platform, request) : null
  const template = chosen && fillTemplate(chosen, request, media)
  const kind = media ? checkedMedia(media) : 'text'
  const content = (template?.content ?? cleanText(textOf(body.content))) || null
  if (!content && !media) throw fieldError('content', 'required')
  const chips = body.asks_contact === true ? await contactRequest(db, room, { content, media, template }) : null
  const reply_to = await answered(request, room.id)
  const made = await storeMessage(platform, request, room, { ref, kind, content, media, reply_to, template, chips })
  await countCanned(request)
  const [data] = await messagesOnWire(db, [made], new Map([[room.id, room.ref]]))
  return { message: 'Saved', data }
}

/** Text to a customer by other sections (server/people/customer-writer.ts). The sender need not see the room. */
export const writeText: CustomerWriter = async (platform, { db, user }, { phone, text }) => {
  if (!phone) return false
  const isOpen = and(eq(rooms.customer_phone, phone), gt(rooms.window_until, sql`now()`))
  const [open] = await db.select({ id: rooms.id }).from(rooms).where(isOpen).orderBy(desc(rooms.window_until)).limit(1).for('no key update')
  const [room] = open ? await selectRows(db, roomsApi.shape, { where: eq(rooms.id, open.id) }) : []
  if (!room) return false
  await storeMessage(platform, { db, user }, room, { kind: 'text', content: cleanText(text) })
  return true
}
