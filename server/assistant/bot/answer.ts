/** The bot's answer to a question: from knowledge and published facts, or none. */
import type { Db } from '#server/db/database.ts'
import type { Asker, Fact, FactSource } from '#server/market/facts/fact.ts'
import { type Answer, disclaimer, extractedAnswer } from './extract.ts'
import { type GuardedTopic, guardedTopic } from './guard.ts'
import { askModel, type Manner, type Model, messagesOf } from './model.ts'
import { retrieve, type Source } from './retrieve.ts'
import { verifiedAnswer } from './verify.ts'
import { wantedFacts } from './wanted-facts.ts'

export interface Bot {
  manner: Manner
  /** Null: sentences of the sources as they stand. */
  model: Model | null
  /** Which codes of stocks stand in a message. */
  codes(db: Db, message: string): Promise<string[]>
  facts: readonly FactSource[]
}

export interface Asked {
  /** What has to be answered, in its order. */
  messages: readonly string[]
  /** The code of the stock that is asked of where the messages name none; null for none. */
  stock: string | null
}

export type Reply =
  | { of: 'answer'; answer: Answer; sources: Source[]; facts: Fact[] }
  /** A person has to answer. */
  | { of: 'guarded'; topic: GuardedTopic }
  /** Nothing answers it. What is known of the stock all the same stands in the facts. */
  | { of: 'unknown'; facts: Fact[] }

/** What the bot could answer with, and whether it is an answer. */
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
  // How things work in general is no question about the stock of the chat.
  const codes = named.length ? named : stock && !isGeneral ? [stock] : []
  const facts: Fact[] = []
  if (codes.length) for (const read of bot.facts) facts.push(...(await read(db, codes, asker)))
  const has = (kind: Fact['kind']) => codes.every((code) => facts.some((fact) => fact.kind === kind && fact.code === code))
  const isAbout = codes.length > 0 && !isGeneral
  if (isAbout && !isMore)
    return { sources: [], facts, answers: kinds.size ? [...kinds].every(has) : facts.length > 0 && (asks || named.length > 0) }
  // A recommendation is told as it was published, or by a person.
  if (isAbout && (isAdvice || (named.length && kinds.has('pick')))) return { sources: [], facts, answers: false }
  const { sources, answerable } = await retrieve(db, named.length ? question : [question, ...codes].join(' '))
  // Of the chat's stock only what was asked for stands beside what answers the question.
  const beside = named.length || !answerable ? facts : facts.filter(({ kind }) => kinds.has(kind))
  return { sources: answerable ? sources : [], facts: beside, answers: answerable }
}

const withDisclaimer = ({ text, cites }: Answer): Answer => ({ text: text.includes(disclaimer) ? text : `${text}\n${disclaimer}`, cites })

/** Reads the database, then waits up to 20 s for a model: not to be called inside a transaction that holds locks. */
export async function answerQuestion(db: Db, bot: Bot, asked: Asked, asker: Asker): Promise<Reply> {
  const question = asked.messages.join('\n')
  const topic = guardedTopic(question)
  if (topic) return { of: 'guarded', topic }
  const { sources, facts, answers } = await findFor(db, bot, asked, asker)
  const extracted = extractedAnswer(question, sources, facts)
  if (!answers || (sources.length > 0 && !extracted.cites.length)) return { of: 'unknown', facts }
  if (!bot.model || !sources.length) return { of: 'answer', answer: extracted, sources, facts }
  const said = await askModel(bot.model, messagesOf(question, sources, facts, bot.manner), bot.manner.temperature)
  const given = [question, ...sources.map(({ content, heading }) => `${heading ?? ''} ${content}`), ...facts.map(({ text }) => text)]
  const answer = (said && verifiedAnswer(said, sources.length, given)) || extracted
  return { of: 'answer', answer: withDisclaimer(answer), sources, facts }
}
