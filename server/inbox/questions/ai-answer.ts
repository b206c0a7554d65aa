/** Unstored answers of the bot: drafts (GET /ai-generated-answer/{id}) and previews (POST /preview). */
import { toText } from '#contract/kit/field/guards.ts'
import { askBody } from '#contract/sections/stock/bot-conversation.ts'
import type { Asked } from '#server/assistant/bot/answer.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import { findRow } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import type { Asker } from '#server/market/facts/fact.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { askerOf, botAnswer, greeted } from './bot.ts'
import { shownSource } from './live-sources.ts'
import { askedSinceAnswer, notAnswered } from './store.ts'

/** The base contract's words. */
const failed = 'There was an error in generating result'

async function generated(platform: Platform, db: Db, asked: Asked, asker: Asker) {
  try {
    const given = await botAnswer(platform, db, asked, asker)
    if ('reason' in given) return { answer: null, reason: given.reason, sources: [], known: given.known ?? null }
    return { ...given, reason: null, known: null }
  } catch (error) {
    platform.log.error({ err: error }, 'the bot could not answer')
    throw new ApiError('unavailable', failed)
  }
}

/** Uses the member's messages since the last answer. */
export const aiAnswer: Handler = async ({ db, user, params }, { platform, shape }) => {
  const chat = await findRow(db, shape, user, params.id ?? '')
  const messages = await askedSinceAnswer(db, chat.id)
  if (!messages.length) throw refused('invalid', refusal('no_question'))
  const stock = typeof chat.kode_saham === 'string' ? chat.kode_saham : null
  const given = await generated(platform, db, { messages, stock }, await askerOf(db, Number(chat.member_id)))
  return { answer: given.answer, reason: given.reason, sources: given.sources.map(shownSource) }
}

/** Returns the bot's answer to a member, or anonymously; its fallback if it does not know. */
export async function previewAnswer(platform: Platform, db: Db, question: string, member: number | null, isFirst = false) {
  const { greeting, fallback } = await readBotSettings(db)
  const asker = member === null ? { member, products: [] } : await askerOf(db, member)
  const { answer, reason, sources, known } = await generated(platform, db, { messages: [question], stock: null }, asker)
  if (answer === null) return { reason, answer: reason === 'unknown' ? notAnswered(fallback, known) : null, sources: known?.sources ?? [] }
  return { reason, answer: isFirst ? greeted(greeting, answer) : answer, sources }
}

/** Returns a chat's first answer, even if the bot is off. */
export const preview: Handler = async ({ db, user, body }, { platform }) => {
  const question = toText(body.question)
  const { name } = await readBotSettings(db)
  // Facts about a member are only for those who may see the member.
  const { member_id } = await resolveReferences({ db, user }, { member_id: askBody.member_id }, { member_id: body.member_id })
  const given = await previewAnswer(platform, db, question, typeof member_id === 'number' ? member_id : null, true)
  return { ...given, sources: given.sources.map(shownSource), question, sender: name }
}
