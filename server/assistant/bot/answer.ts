/** Answers of the bot from knowledge and published facts. */
import type { Db } from '#server/db/database.ts'
import type { Asker, Fact, FactSource } from '#server/market/facts/fact.ts'
import { type Answer, disclaimer, extractedAnswer } from './extract.ts'
import { type GuardedTopic, guardedTopic } from './guard.ts'
import { askModel, type Manner, type Model, messagesOf } from './model.ts'
import { retrieve, type Source } from './retrieve.ts'
import { serviceFacts } from './service-facts.ts'
import { verifiedAnswer } from './verify.ts'
import { wantedFacts } from './wanted-facts.ts'

export interface Bot {
  manner: Manner
  /** Null: verbatim sentences of sources. */
  model: Model | null
  /** Returns the stock codes in a message. */
  codes(db: Db, message: string): Promise<string[]>
  facts: readonly FactSource[]
}

export interface Asked {
  /** Messages to answer, in order. */
  messages: readonly string[]
  /** Code of the stock if the messages name none; null for none. */
  stock: string | null
}

export type Reply =
  | { of: 'answer'; answer: Answer; sources: Source[]; facts: Fact[] }
  /** For a person to answer. */
  | { of: 'guarded'; topic: GuardedTopic }
  /** No answer. Other facts about the stock are in `facts`. */
  | { of: 'unknown'; facts: Fact[] }

/** Material for an answer, and whether it suffices. */
interface Found {
  sources: Source[]
  facts: Fact[]
  answers: boolean
}

async function namedIn(db: Db, bot: Bot, messages: readonly string[]): Promise<string[]> {
  const named: string[] = []
  for (const message of messages) named.push(...(await bot.codes(db, message)))
  return [...new Set(named)]
}

async function findFor(db: Db, bot: Bot, { messages, stock }: Asked, asker: Asker): Promise<Found> {
  const question = messages.join('\n')
  const named = await namedIn(db, bot, messages)
  const { kinds, isAdvice, isGeneral, isMore, asks } = wantedFacts(question, named)
  // General questions do not concern the chat's stock.
  const codes = named.length ? named : stock && !isGeneral ? [stock] : []
  const facts: Fact[] = []
  if (codes.length) for (const read of bot.facts) facts.push(...(await read(db, codes, asker)))
  const has = (kind: Fact['kind']) => codes.every((code) => facts.some((fact) => fact.kind === kind && fact.code === code))
  const isAbout = codes.length > 0 && !isGeneral
  if (isAbout && !isMore)
    return { sources: [], facts, answers: kinds.size ? [...kinds].every(has) : facts.length > 0 && (asks || named.length > 0) }
  // Recommendations are quoted as published, or left to a person.
  if (isAbout && (isAdvice || (named.length && kinds.has('pick')))) return { sources: [], facts, answers: false }
  const { sources, answerable } = await retrieve(db, named.length ? question : [question, ...codes].join(' '))
  // Beside an answer, only requested facts of the chat's stock.
  const beside = named.length || !answerable ? facts : facts.filter(({ kind }) => kinds.has(kind))
  return { sources: answerable ? sources : [], facts: beside, answers: answerable }
}

/** What is known of memberships and leave, where no stock is asked about. */
async function knownService(db: Db, bot: Bot, messages: readonly string[]): Promise<Fact[]> {
  const found = await serviceFacts(db, messages.join('\n'))
  return found.length && !(await namedIn(db, bot, messages)).length ? found : []
}

const withDisclaimer = ({ text, cites }: Answer): Answer => ({ text: text.includes(disclaimer) ? text : `${text}\n${disclaimer}`, cites })

/** Reads the database, then waits up to 20 s for a model: not inside a transaction with locks. */
export async function answerQuestion(db: Db, bot: Bot, asked: Asked, asker: Asker): Promise<Reply> {
  const question = asked.messages.join('\n')
  const topic = guardedTopic(question)
  if (topic) return { of: 'guarded', topic }
  const known = await knownService(db, bot, asked.messages)
  if (known.length)
    return { of: 'answer', answer: { text: known.map(({ text }) => text).join('\n'), cites: [] }, sources: [], facts: known }
  const { sources, facts, answers } = await findFor(db, bot, asked, asker)
  const extracted = extractedAnswer(question, sources, facts)
  if (!answers || (sources.length > 0 && !extracted.cites.length)) return { of: 'unknown', facts }
  if (!bot.model || !sources.length) return { of: 'answer', answer: extracted, sources, facts }
  const said = await askModel(bot.model, messagesOf(question, sources, facts, bot.manner), bot.manner.temperature)
  const given = [question, ...sources.map(({ content, heading }) => `${heading ?? ''} ${content}`), ...facts.map(({ text }) => text)]
  const answer = (said && verifiedAnswer(said, sources.length, given)) || extracted
  return { of: 'answer', answer: withDisclaimer(answer), sources, facts }
}
