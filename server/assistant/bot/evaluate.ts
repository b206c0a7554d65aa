/** Measures retrieval and guard of the bot: with the library and its golden questions, in a separate database. */
import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { knowledge } from '#server/db/tables/knowledge.ts'
import { answerQuestion, type Bot } from './answer.ts'
import { golden } from './golden.ts'
import { guardedTopic } from './guard.ts'
import { guardedSentences, harmlessSentences } from './guard-sentences.ts'
import { library } from './library.ts'
import { storeText } from './store.ts'

export interface Evaluation {
  questions: number
  /** Ratio of questions whose document is among the three sources. */
  hitRate: number
  /** Ratio of answers that cite only existing documents. */
  validCites: number
  /** Answers with content that was added and removed again. */
  leaks: number
  missed: string[]
  /** Ratio of guarded sentences with the right topic. */
  guarded: number
  /** Ratio of harmless sentences left to the bot. */
  harmless: number
}

export const minHitRate = 0.9
const minGuarded = 0.95

const removed = 'RAHASIA-7719'

async function fill(db: Db): Promise<void> {
  for (const { name, blocks } of [...library, { name: 'removed.txt', blocks: golden.map(([text]) => ({ text: `${text} ${removed}` })) }]) {
    const size = blocks.reduce((sum, { text }) => sum + text.length, 0)
    const [made] = await db.insert(knowledge).values({ name, type: 'txt', size }).returning({ id: knowledge.id })
    if (made) await storeText(db, made.id, blocks)
  }
  await db.delete(knowledge).where(inArray(knowledge.name, ['removed.txt']))
}

const bot: Bot = { manner: { name: 'Coach', tone: '', instructions: null, temperature: 0 }, model: null, codes: async () => [], facts: [] }

/** Asks every golden question once. The database has no knowledge before, and keeps the library. */
export async function evaluate(db: Db): Promise<Evaluation> {
  await fill(db)
  const live = new Set((await db.select({ id: knowledge.id }).from(knowledge)).map(({ id }) => id))
  const missed: string[] = []
  let valid = 0
  let leaks = 0
  for (const [question, document] of golden) {
    const reply = await answerQuestion(db, bot, { messages: [question], stock: null }, { member: null, products: [] })
    const sources = reply.of === 'answer' ? reply.sources : []
    const answer = reply.of === 'answer' ? reply.answer : { text: '', cites: [] }
    if (!sources.some(({ name }) => name === document)) missed.push(question)
    if (answer.cites.every((cite) => live.has(sources[cite - 1]?.knowledge_id ?? 0))) valid += 1
    if (answer.text.includes(removed)) leaks += 1
  }
  const { length: questions } = golden
  const topics = guardedSentences.flatMap(([topic, sentences]) => sentences.map((sentence) => guardedTopic(sentence) === topic))
  const guarded = topics.filter(Boolean).length / topics.length
  const harmless = harmlessSentences.filter((sentence) => !guardedTopic(sentence)).length / harmlessSentences.length
  return { guarded, harmless, questions, hitRate: (questions - missed.length) / questions, validCites: valid / questions, leaks, missed }
}

export const holds = ({ hitRate, validCites, leaks, guarded, harmless }: Evaluation): boolean =>
  hitRate >= minHitRate && validCites === 1 && leaks === 0 && Math.min(guarded, harmless) >= minGuarded
