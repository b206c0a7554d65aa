/**
 * Answers of the algorithm, one job per question. An answer is stored only if it still has the chat and no later question came; after 60
 * seconds, or without an answer, people take over (docs/product/questions.md#algorithm).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, ne } from 'drizzle-orm'
import { answerSeconds } from '#contract/lib/questions.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { qnaMessages as messages } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { alertPeople } from './alert.ts'
import { askerOf, type BotAnswer, botAnswer, greeted } from './bot.ts'
import { areThere } from './live-sources.ts'
import { chatsChanged } from './news.ts'
import { askedSinceAnswer, type BotSaid, type Chat, handOver, lockChat, storeMessage } from './store.ts'

/** The member's newest message. */
async function newestAsked(db: Db, chat: number) {
  const { id, created_at } = messages
  const [found] = await db
    .select({ id, created_at })
    .from(messages)
    .where(and(eq(messages.chat, chat), eq(messages.by, 'member')))
    .orderBy(desc(messages.place))
    .limit(1)
  return found ?? null
}

type Answering = (platform: Platform, chat: Chat) => Promise<BotAnswer>

const fromBot: Answering = async (platform, chat) => {
  const { db } = platform.database
  const asked = { messages: await askedSinceAnswer(db, chat.id), stock: chat.kode_saham }
  return botAnswer(platform, db, asked, await askerOf(db, chat.member_id))
}

/** Returns the answer, or why there is none, within the remaining time. */
async function within(ms: number, answering: Promise<BotAnswer>): Promise<BotAnswer> {
  const ended = new AbortController()
  const late = pause(Math.max(0, ms), { reason: 'late' } as const, { signal: ended.signal }).catch(() => ({ reason: 'late' }) as const)
  return Promise.race([answering, late]).finally(() => ended.abort())
}

interface AnswerInput extends JobInput {
  chat: number
  /** The question's newest message. */
  message: number
}

async function say(db: Db, chat: Chat, { answer, sources }: BotSaid): Promise<Chat> {
  // A cited document was deleted since.
  if (!(await areThere(db, sources, true))) return handOver(db, chat, 'unknown')
  const { name, greeting } = await readBotSettings(db)
  const isFirst = (await db.$count(messages, and(eq(messages.chat, chat.id), ne(messages.by, 'member')))) === 0
  const content = isFirst ? greeted(greeting, answer) : answer
  return (await storeMessage(db, chat, { by: 'algo', sender: name, content, sources })).chat
}

/** Stores the algorithm's answer, or hands over; null if something else was quicker. */
export async function settleAnswer(platform: Platform, db: Db, { chat: id, message }: AnswerInput, given: BotAnswer): Promise<Chat | null> {
  const chat = await lockChat(db, id)
  if (chat?.handler !== 'algo' || chat.status !== 'open' || (await newestAsked(db, id))?.id !== message) return null
  const after = 'reason' in given ? await handOver(db, chat, given.reason, given.known) : await say(db, chat, given)
  if (after.handler === 'person') await alertPeople(platform, db, after)
  await chatsChanged(platform, db)
  return after
}

/** Returns the answer to a message; null if it is no longer the algorithm's. */
export async function answerNow(platform: Platform, input: AnswerInput, answering = fromBot): Promise<BotAnswer | null> {
  const { db } = platform.database
  const chat = await platform.database.transaction((tx) => lockChat(tx, input.chat))
  const asked = await newestAsked(db, input.chat)
  if (chat?.handler !== 'algo' || asked?.id !== input.message) return null
  if (!(await readBotSettings(db)).is_active) return { reason: 'switched_off' }
  const left = Date.parse(asked.created_at) + answerSeconds * 1_000 - Date.now()
  if (left <= 0) return { reason: 'late' }
  return within(left, answering(platform, chat)).catch((error: unknown) => {
    platform.log.error({ err: error }, 'the bot could not answer')
    return { reason: 'unknown' } as const
  })
}

export const answerJob = jobKind<AnswerInput>('tanya-saham-answer', 'quick', async (run) => {
  const { platform, input } = run
  const given = await answerNow(platform, input)
  await run.commit(async (tx) => {
    if (given) await settleAnswer(platform, tx, input, given)
    return { finished: true }
  })
  return 'done'
})
