/** The bot in chats about stocks: its askers and answers. */
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

/** Returns a member with their current products. */
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

/** `known`: facts about the stock, if the question has no answer. */
export type BotAnswer = BotSaid | { reason: HandOverReason; known?: BotSaid }

/** Maximum characters of a source's excerpt. */
const excerptLength = 300
const maxSources = 10

/** Excerpts have to pass the guard like answers. */
const excerptOf = (content: string): string | null =>
  sentencesOf(visibleText(content)).filter(maySay).join(' ').slice(0, excerptLength) || null

const factSource = ({ source, text }: Fact): AnswerSource => ({ title: source, excerpt: text, page: null })

/** Returns the bot's answer, or why a person has to. May wait: not inside a transaction. */
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
    // Cited sources first.
    sources: [
      ...reply.sources.map(({ knowledge_id, name, content, page }) => ({
        ...{ knowledge_id, title: name, excerpt: excerptOf(content), page },
      })),
      ...reply.facts.map(factSource),
    ].slice(0, maxSources),
  }
  // A document may be deleted while a model writes.
  return (await areThere(db, said.sources)) ? said : { reason: 'unknown' }
}

/** Puts the greeting before a chat's first answer. */
export const greeted = (greeting: string | null, answer: string): string => (greeting ? `${greeting}\n\n${answer}` : answer)
