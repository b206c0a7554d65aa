/** The bot as chats about a stock use it: who asks, and what it says. */
import { and, eq, sql } from 'drizzle-orm'
import type { HandOverReason } from '#contract/sections/stock/tanya-saham.ts'
import { type Asked, answerQuestion, type Bot } from '#server/assistant/bot/answer.ts'
import { sentencesOf } from '#server/assistant/bot/chunks.ts'
import { disclaimer } from '#server/assistant/bot/extract.ts'
import { maySay } from '#server/assistant/bot/may-say.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import { visibleText } from '#server/assistant/bot/visible-text.ts'
import type { Db } from '#server/db/database.ts'
import { membershipAccounts as accounts, memberLeaves } from '#server/db/tables/members.ts'
import type { AnswerSource } from '#server/db/tables/questions.ts'
import { analysisFacts } from '#server/market/facts/analysis-facts.ts'
import type { Asker, Fact } from '#server/market/facts/fact.ts'
import { pickFacts } from '#server/market/facts/pick-facts.ts'
import { positionFacts } from '#server/market/facts/portfolio-facts.ts'
import { priceFacts } from '#server/market/facts/price-facts.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { areThere } from './live-sources.ts'
import { type BotSaid, codesIn } from './store.ts'

/** The bot as it is set now. */
async function botOf({ settings: { llm } }: Platform, db: Db): Promise<Bot> {
  return { manner: await readBotSettings(db), model: llm, codes: codesIn, facts: [priceFacts, pickFacts, analysisFacts, positionFacts] }
}

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** A member with the products that they have access to today. */
export async function askerOf(db: Db, member: number): Promise<Asker> {
  const away = sql`exists (select 1 from ${memberLeaves} where ${memberLeaves.member_id} = ${accounts.member_id}
    and ${memberLeaves.product} = ${accounts.product} and ${memberLeaves.start} <= ${today} and ${memberLeaves.end} >= ${today}
    and ${memberLeaves.stopped_on} is null)`
  const found = await db
    .selectDistinct({ product: accounts.product })
    .from(accounts)
    .where(and(eq(accounts.member_id, member), sql`${accounts.expires_on} >= ${today}`, sql`not ${away}`))
  return { member, products: found.map(({ product }) => product) }
}

/** `known`: what is known of the stock where the question itself has no answer. */
export type BotAnswer = BotSaid | { reason: HandOverReason; known?: BotSaid }

/** Characters of a source that are shown beside an answer. */
const excerptLength = 300
const maxSources = 10

/** What stands there beside an answer is as good as said. */
const excerptOf = (content: string): string | null =>
  sentencesOf(visibleText(content)).filter(maySay).join(' ').slice(0, excerptLength) || null

const factSource = ({ source, text }: Fact): AnswerSource => ({ title: source, excerpt: text, page: null })

/** What the bot answers, or why a person has to. Reads and may wait: not inside a transaction. */
export async function botAnswer(platform: Platform, db: Db, asked: string | Asked, asker: Asker): Promise<BotAnswer> {
  const question = typeof asked === 'string' ? { messages: [asked], stock: null } : asked
  const reply = await answerQuestion(db, await botOf(platform, db), question, asker)
  if (reply.of === 'guarded') return { reason: reply.topic }
  if (reply.of === 'unknown') {
    const { facts } = reply
    const answer = [...facts.map(({ text }) => text), disclaimer].join('\n')
    return facts.length
      ? { reason: 'unknown', known: { answer, sources: facts.map(factSource).slice(0, maxSources) } }
      : { reason: 'unknown' }
  }
  const said = {
    answer: reply.answer.text,
    // Those that the answer cites by number come first.
    sources: [
      ...reply.sources.map(({ knowledge_id, name, content, page }) => ({
        ...{ knowledge_id, title: name, excerpt: excerptOf(content), page },
      })),
      ...reply.facts.map(factSource),
    ].slice(0, maxSources),
  }
  // A document may have been deleted while a model wrote.
  return (await areThere(db, said.sources)) ? said : { reason: 'unknown' }
}

/** The first answer of a chat begins with the greeting. */
export const greeted = (greeting: string | null, answer: string): string => (greeting ? `${greeting}\n\n${answer}` : answer)
