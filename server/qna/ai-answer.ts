/** Answers of the bot that are not stored: a draft for whoever answers (GET /ai-generated-answer/{id}), and a preview (POST /preview). */
import type { Asker } from '#server/bot/facts.ts'
import { readBotSettings } from '#server/bot/settings.ts'
import { findRow } from '#server/crud/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/context.ts'
import { ApiError } from '#server/platform/problem.ts'
import { refusal, refused } from '#server/platform/refusal.ts'
import { askerOf, botAnswer, greeted } from './bot.ts'
import { textSinceAnswer } from './store.ts'

/** The specification's words. */
const failed = 'There was an error in generating result'

async function generated(platform: Platform, db: Db, question: string, asker: Asker) {
  try {
    const given = await botAnswer(platform, db, question, asker)
    return 'reason' in given ? { answer: null, reason: given.reason, sources: [] } : { ...given, reason: null }
  } catch (error) {
    platform.log.error({ err: error }, 'the bot could not answer')
    throw new ApiError('unavailable', failed)
  }
}

/** From what the member has asked since the last answer. */
export const aiAnswer: Handler = async ({ db, user, params }, { platform, shape }) => {
  const chat = await findRow(db, shape, user, params.id ?? '')
  const question = await textSinceAnswer(db, chat.id)
  if (!question) throw refused('invalid', refusal('no_question'))
  return generated(platform, db, question, await askerOf(db, Number(chat.member_id)))
}

/**
 * What the first answer of a chat would be, whether the bot answers members or not; in place of one that it does not know what it
 * says then. As to nobody in particular where no member is chosen.
 */
export const preview: Handler = async ({ db, body }, { platform }) => {
  const question = String(body.question ?? '')
  const asker = typeof body.member_id === 'number' ? await askerOf(db, body.member_id) : { member: null, products: [] }
  const { name, greeting, fallback } = await readBotSettings(db)
  const given = await generated(platform, db, question, asker)
  const answer = given.answer === null ? (given.reason === 'unknown' ? fallback : null) : greeted(greeting, given.answer)
  return { ...given, question, sender: name, answer }
}
