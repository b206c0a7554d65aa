/** POST /reply: a person answers, and takes an unassigned chat; refused in another's chat. */

import { and, eq } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { mediaTypes } from '#contract/parts/message-fields.ts'
import { lockRow } from '#server/crud/query/read.ts'
import { qnaMessages as messages } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { mediaKind } from '../rooms/message-rows.ts'
import { cleanText, textOf } from '../rooms/text.ts'
import { tanyaSahamApi } from './chats.ts'
import { chatsChanged } from './news.ts'
import { handOver, lockChat, storeMessage } from './store.ts'
import { messagesOnWire } from './wire.ts'

async function answered({ db, body }: CallRequest, chat: number): Promise<string | null> {
  const ref = textOf(body.reply_to).toLowerCase()
  if (!ref) return null
  const inChat = and(eq(messages.ref, ref), eq(messages.chat, chat))
  const [found] = uuid.test(ref) ? await db.select({ id: messages.id }).from(messages).where(inChat) : []
  if (!found) throw fieldError('reply_to', 'unknown_reference')
  return ref
}

const whose = (row: AnyRow) => ({ ref: row.ref, member: typeof row.member_name === 'string' ? row.member_name : null })

export async function reply(platform: Platform, request: CallRequest) {
  const { db, user, body, ref } = request
  const row = await lockRow(db, tanyaSahamApi.shape, user, textOf(body.chat))
  // An equal ref is the same message, under any key.
  const [before] = ref ? await db.select().from(messages).where(eq(messages.ref, ref)) : []
  if (before && (before.chat !== row.id || before.sender_id !== user.id)) throw fieldError('ref', 'taken')
  if (before) return { message: 'Saved', data: (await messagesOnWire(db, [before], whose(row)))[0] }
  const chat = await lockChat(db, row.id)
  if (!chat) throw new ApiError('not_found')
  if (chat.status === 'ended') throw refused('invalid', refusal('chat_ended'))
  if (chat.assigned_to !== null && chat.assigned_to !== user.id)
    throw refused('invalid', refusal('chat_taken', { name: toText(row.assigned_to_name) }))
  const media = isStoredFile(body.media) ? body.media : null
  const kind = media ? mediaKind(media.type) : 'text'
  if (!kind) throw fieldError('media', 'file_type')
  if (media && kind !== 'text' && media.size > mediaTypes[kind].maxBytes) throw fieldError('media', 'file_size')
  const content = cleanText(textOf(body.content)) || null
  if (!content && !media) throw fieldError('content', 'required')
  const reply_to = await answered(request, chat.id)
  const free = chat.handler === 'algo' ? await handOver(db, chat, 'taken') : chat
  const said = { ref, by: 'person', kind, content, media, reply_to, sender: user.name, sender_id: user.id } as const
  const { message } = await storeMessage(db, free, said, { assigned_to: user.id })
  await chatsChanged(platform, db)
  return { message: 'Saved', data: (await messagesOnWire(db, [message], whose(row)))[0] }
}
