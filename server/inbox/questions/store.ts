/** Stores messages of a chat about a stock, with their effect on chat and questions, in one transaction. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { stockCodesIn } from '#contract/market/stock-codes.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { HandOverReason } from '#contract/sections/stock/tanya-saham.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import type { Db } from '#server/db/database.ts'
import { type AnswerSource, qnaChats as chats, qnaMessages as messages, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { lastLine } from '../rooms/message-rows.ts'
import { categoryOf } from './category.ts'

export type Chat = typeof chats.$inferSelect
export type StoredMessage = typeof messages.$inferSelect

export interface NewMessage {
  ref?: string | null
  by: 'member' | 'person' | 'algo'
  kind?: MessageKind
  content: string | null
  media?: StoredFile | null
  sender?: string | null
  sender_id?: number | null
  reply_to?: string | null
  sources?: AnswerSource[]
  is_notice?: boolean
}

/** Returns the chat, locked until the transaction ends; null if it is gone. */
export async function lockChat(db: Db, id: number): Promise<Chat | null> {
  const [found] = await db
    .select()
    .from(chats)
    .where(and(eq(chats.id, id), isNull(chats.deleted_at)))
    .for('no key update')
  return found ?? null
}

/** Returns the stock codes in a text. */
export async function codesIn(db: Db, text: string): Promise<string[]> {
  const candidates = stockCodesIn(text, { has: () => true })
  if (!candidates.length) return []
  const list = sql.join(
    candidates.slice(0, 200).map((code) => sql`${code}`),
    sql`, `,
  )
  const known = await db.select({ code: stocks.code }).from(stocks).where(sql`${stocks.code} in (${list})`)
  return stockCodesIn(text, new Set(known.map(({ code }) => code)))
}

/** Returns the last question of the chat, if unanswered. */
export async function openQuestion(db: Db, chat: number) {
  const [found] = await db
    .select()
    .from(questions)
    .where(and(eq(questions.chat, chat), isNull(questions.answered_at)))
    .orderBy(desc(questions.id))
    .limit(1)
  return found ?? null
}

const withCodes = (before: readonly string[], more: readonly string[]) => [...new Set([...before, ...more])].slice(0, 100)

async function ask(db: Db, chat: Chat, message: StoredMessage): Promise<Partial<Chat>> {
  const found = await codesIn(db, message.content ?? '')
  const codes = withCodes(chat.codes, found)
  const own = withCodes(chat.kode_saham ? [chat.kode_saham] : [], found)
  const waiting = chat.waiting_since === null ? null : await openQuestion(db, chat.id)
  if (waiting)
    await db
      .update(questions)
      .set({ codes: withCodes(waiting.codes, found) })
      .where(eq(questions.id, waiting.id))
  else
    await db
      .insert(questions)
      .values({ chat: chat.id, message: message.id, question: message.content, codes: own, asked_at: message.created_at })
  const category = chat.category ?? categoryOf(message.content ?? '')
  return { status: 'open', waiting_since: waiting ? chat.waiting_since : message.created_at, codes, category }
}

async function answer(db: Db, chat: Chat, message: StoredMessage): Promise<Partial<Chat>> {
  const waiting = chat.waiting_since === null ? null : await openQuestion(db, chat.id)
  if (waiting)
    await db
      .update(questions)
      .set({
        answered_at: message.created_at,
        handler: message.by,
        answered_by: message.sender_id,
        answered_by_name: message.sender,
      })
      .where(eq(questions.id, waiting.id))
  return { status: 'answered', waiting_since: null }
}

/** Stores a message in a locked chat; returns both. `also`: further changes of the chat. */
export async function storeMessage(
  db: Db,
  chat: Chat,
  said: NewMessage,
  also: Partial<Chat> = {},
): Promise<{ chat: Chat; message: StoredMessage }> {
  const { kind = 'text', content, media = null, sender = null, sender_id = null, by, is_notice = false, sources = [] } = said
  const author = { created_by: sender, updated_by: sender }
  const [message] = await db
    .insert(messages)
    .values({
      ...{ ref: said.ref ?? uuidv7(), chat: chat.id, place: chat.next_place, by, is_notice, kind, content, media },
      ...{ sender, sender_id, reply_to: said.reply_to ?? null, sources, ...author },
      // A transaction's start time would misorder messages after waiting for a lock.
      created_at: new Date().toISOString(),
    })
    .returning()
  if (!message) throw new Error('the message was not stored')
  const made = by === 'member' ? await ask(db, chat, message) : is_notice ? {} : await answer(db, chat, message)
  const [after] = await db
    .update(chats)
    .set({
      ...made,
      ...also,
      next_place: chat.next_place + 1,
      last_message: lastLine(kind, content, media),
      last_message_kind: kind,
      last_message_is_admin: by !== 'member',
      last_message_at: message.created_at,
      version: sql`${chats.version} + 1`,
      updated_at: sql`now()`,
      updated_by: sender,
    })
    .where(eq(chats.id, chat.id))
    .returning()
  if (!after) throw new Error('the chat is gone within its own transaction')
  return { chat: after, message }
}

export const handOverNotice = 'Pertanyaan Anda kami teruskan ke tim kami. Jawabannya akan datang di sini.'

const restNotice = 'Selebihnya belum terjawab: kami teruskan ke tim kami, jawabannya akan datang di sini.'

/** Answer of the bot, with sources. */
export interface BotSaid {
  answer: string
  sources: AnswerSource[]
}

/** What is known of the stock comes first, and a person answers the rest; without it the fallback text. */
export const notAnswered = (fallback: string, known: BotSaid | null): string => (known ? `${known.answer}\n\n${restNotice}` : fallback)

/** Hands over from algorithm to people, and informs the member: by the fallback text if it did not know. */
export async function handOver(db: Db, chat: Chat, reason: HandOverReason, known: BotSaid | null = null): Promise<Chat> {
  const { name, fallback } = await readBotSettings(db)
  const content = reason === 'unknown' ? notAnswered(fallback, known) : handOverNotice
  const notice: NewMessage = { by: 'algo', sender: name, content, is_notice: true, sources: known?.sources ?? [] }
  return (await storeMessage(db, chat, notice, { handler: 'person', handed_over: reason })).chat
}

/** Maximum characters of a question. */
const maxQuestion = 4_096

/** Returns the member's messages since the last answer, else their last one; none without words. */
export async function askedSinceAnswer(db: Db, chat: number): Promise<string[]> {
  const newest = await db.select().from(messages).where(eq(messages.chat, chat)).orderBy(desc(messages.place)).limit(50)
  const said = newest.filter(({ is_notice }) => !is_notice)
  const end = said.findIndex(({ by }) => by !== 'member')
  const since = end < 0 ? said : said.slice(0, end)
  const chosen = since.length ? since : said.filter(({ by }) => by === 'member').slice(0, 1)
  let left = maxQuestion
  return chosen
    .reverse()
    .map(({ content }) => {
      const words = content?.trim().slice(0, left) ?? ''
      left -= words.length
      return words
    })
    .filter(Boolean)
}
