/** The bot's answer to a question: from knowledge and published facts, or none. */
import type { Db } from '#server/db/database.ts'
import { type Answer, extractedAnswer } from './extract.ts'
import type { Asker, Fact, FactSource } from './facts.ts'
import { type GuardedTopic, guardedTopic } from './guard.ts'
import { askModel, type Manner, type Model, messagesOf } from './model.ts'
import { retrieve, type Source } from './retrieve.ts'
import { verifiedAnswer } from './verify.ts'

export interface Bot {
  manner: Manner
  /** Null: sentences of the sources as they stand. */
  model: Model | null
  /** Which codes of stocks stand in a question. */
  codes(db: Db, question: string): Promise<string[]>
  facts: readonly FactSource[]
}

export type Reply =
  | { of: 'answer'; answer: Answer; sources: Source[]; facts: Fact[] }
  /** A person has to answer. */
  | { of: 'guarded'; topic: GuardedTopic }
  | { of: 'unknown' }

/** Reads the database, then waits up to 20 s for a model: not to be called inside a transaction that holds locks. */
export async function answerQuestion(db: Db, bot: Bot, question: string, asker: Asker): Promise<Reply> {
  const topic = guardedTopic(question)
  if (topic) return { of: 'guarded', topic }
  const [found, codes] = [await retrieve(db, question), await bot.codes(db, question)]
  const facts: Fact[] = []
  if (codes.length) for (const read of bot.facts) facts.push(...(await read(db, codes, asker)))
  const sources = found.answerable ? found.sources : []
  if (!sources.length && !facts.length) return { of: 'unknown' }
  const extracted = extractedAnswer(question, sources, facts)
  if (!extracted.cites.length && !facts.length) return { of: 'unknown' }
  if (!bot.model || !sources.length) return { of: 'answer', answer: extracted, sources, facts }
  const said = await askModel(bot.model, messagesOf(question, sources, facts, bot.manner), bot.manner.temperature)
  const given = [question, ...sources.map(({ content, heading }) => `${heading ?? ''} ${content}`), ...facts.map(({ text }) => text)]
  const answer = (said && verifiedAnswer(said, sources.length, given)) || extracted
  return { of: 'answer', answer, sources, facts }
}
