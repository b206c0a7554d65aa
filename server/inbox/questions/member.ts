/** Actions of a member: ask, continue, and rate. Each is one transaction. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { lowRating, mayRate } from '#contract/lib/questions.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import type { Db } from '#server/db/database.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { mediaKind } from '../rooms/message-rows.ts'
import { cleanText } from '../rooms/text.ts'
import { alertPeople } from './alert.ts'
import { answerJob } from './algo.ts'
import { chatsChanged } from './news.ts'
import { type Chat, handOver, lockChat, type StoredMessage, storeMessage } from './store.ts'
import { wantsPerson } from './wants-person.ts'

export interface Asked {
  member: number
  /** Code of the stock, or null. */
  code: string | null
  content: string | null
  media?: StoredFile | null
}

/** Returns the open chat of a member and stock, or a new one. Ended chats are ignored. */
async function runningChat(db: Db, { member, code }: Asked): Promise<Chat> {
  const isTheirs = and(eq(chats.member_id, member), sql`coalesce(${chats.kode_saham}, '') = ${code ?? ''}`)
  const isRunning = and(isTheirs, ne(chats.status, 'ended'), isNull(chats.deleted_at))
  const values = { member_id: member, kode_saham: code, handler: 'algo', codes: code ? [code] : [] }
  await db.insert(chats).values(values).onConflictDoNothing()
  const [found] = await db.select().from(chats).where(isRunning).for('no key update')
  if (!found) throw new Error('the chat is gone within its own transaction')
  return found
}

/** Stores a member's message, and starts the algorithm or alerts people. */
export async function askQuestion(platform: Platform, tx: Db, asked: Asked): Promise<{ chat: Chat; message: StoredMessage }> {
  const content = cleanText(asked.content ?? '') || null
  const media = asked.media ?? null
  if (!content && !media) throw fieldError('content', 'required')
  const kind = media ? (mediaKind(media.type) ?? 'document') : 'text'
  const stored = await storeMessage(tx, await runningChat(tx, asked), { by: 'member', kind, content, media })
  let { chat } = stored
  if (chat.handler === 'algo') {
    const { is_active } = await readBotSettings(tx)
    const reason = !is_active ? 'switched_off' : media ? 'picture' : content && wantsPerson(content) ? 'person_asked' : null
    if (reason) chat = await handOver(tx, chat, reason)
    else await enqueue(platform.database, tx, answerJob, { chat: chat.id, message: stored.message.id }, { key: String(stored.message.id) })
  }
  if (chat.handler === 'person') await alertPeople(platform, tx, chat)
  await chatsChanged(platform, tx)
  return { chat, message: stored.message }
}

/** Stores a rating from 1 to 5; the last one counts. Throws before any answer, or too long after the end. */
export async function rateChat(platform: Platform, tx: Db, id: number, rating: number): Promise<void> {
  const chat = await lockChat(tx, id)
  const [answer] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.chat, id), sql`${questions.answered_at} is not null`))
    .limit(1)
  const now = new Date().toISOString()
  if (!chat || !mayRate({ answered: answer !== undefined, ended_at: chat.ended_at }, now)) throw refused('invalid', refusal('not_now'))
  const rated = { rating, rated_at: now, version: sql`${chats.version} + 1`, updated_at: sql`now()` }
  const [after] = await tx.update(chats).set(rated).where(eq(chats.id, id)).returning()
  if (after?.handler === 'algo' && after.status !== 'ended' && rating <= lowRating)
    await alertPeople(platform, tx, await handOver(tx, after, 'low_rating'))
  await chatsChanged(platform, tx)
}
