/** Chats about a stock: read as usual, with their questions; changes are published to readers. */
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ListQueryError, parseRange } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { tanyaSahamAlgo } from '#contract/sections/stock/tanya-saham-algo.ts'
import { dayRange } from '#server/crud/query/ranges.ts'
import type { Effect, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import { analyses, stocks } from '#server/db/tables/stock.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { questionFilters } from '#server/reports/activity/behind.ts'
import { aiAnswer, preview } from './ai-answer.ts'
import { assign, assignees, changeTag, endChat, handOverChat, softDeleteChats, takeOver } from './changes.ts'
import { chatsChanged } from './news.ts'
import { chatDetail, images, messageMedia } from './reading.ts'
import * as reports from './reports.ts'

const isThere = isNull(chats.deleted_at)
const all: Scope = { key: 'all', where: isThere }
const ofAlgo: Scope = { key: 'algo', where: and(isThere, eq(chats.handler, 'algo')) }

async function addQuestions(db: Db, rows: AnyRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const found = await db.select().from(questions).where(inArray(questions.chat, ids)).orderBy(asc(questions.id))
  for (const row of rows)
    row.questions = found
      .filter(({ chat }) => chat === row.id)
      .map(({ id, question, asked_at, answered_at, answered_by_name, handler }) => ({
        id,
        question,
        asked_at,
        answered_at,
        answered_by: answered_by_name,
        handler,
      }))
}

/** Condition on the questions of a chat. */
const hasQuestion = (condition: ReturnType<typeof sql>) =>
  sql`exists (select 1 from ${questions} where ${questions.chat} = ${chats.id} and ${condition})`

/** Chats about a stock of which this person wrote a recommendation or an analysis. */
function ofOwnStocks(values: readonly string[], { name }: CurrentUser) {
  if (values.length !== 1 || values[0] !== 'true') throw new ListQueryError('query', 'pair', 'own_stocks is true')
  const written = sql`(select ${stockPicks.stock_id} from ${stockPicks} where ${stockPicks.created_by} = ${name}
    union select ${analyses.stock_id} from ${analyses} where ${analyses.created_by} = ${name})`
  return sql`${chats.codes} ?| (select coalesce(array_agg(${stocks.code}), '{}') from ${stocks} where ${stocks.id} in ${written})`
}

/** Condition on the WIB day of a moment: `2026-05-01`, or `2026-05-01..2026-05-31`. */
function onDays(moment: PgColumn, value: string): SQL {
  const range = parseRange(value) ?? { from: value, to: value }
  const days = dayRange(range.from, range.to)
  if (!days) return sql`false`
  return sql`(${moment} at time zone 'Asia/Jakarta')::date between ${days.from ?? '-infinity'} and ${days.to ?? 'infinity'}`
}

/** By number of a person; 0 is the algorithm. */
function answeredBy(values: readonly string[]) {
  const ids = values.filter((value) => /^\d{1,15}$/.test(value)).map(Number)
  if (!ids.length) return sql`false`
  const people = sql`${inArray(questions.answered_by, ids)}`
  return hasQuestion(ids.includes(0) ? sql`(${questions.handler} = 'algo' or ${people})` : people)
}

async function follow(effects: readonly Effect[]): Promise<void> {
  const [first] = effects
  if (!first) return
  await chatsChanged(first.platform, first.db)
}

const rules = {
  derived: { questions: 'elsewhere' },
  enrich: addQuestions,
  afterChange: follow,
} as const

export const tanyaSahamApi = serve(tanyaSaham, chats, {
  ...rules,
  scope: () => all,
  filters: {
    ...questionFilters,
    own_stocks: ofOwnStocks,
    answered_on: ([value = '']) => hasQuestion(onDays(questions.answered_at, value)),
    rated_on: ([value = '']) => onDays(chats.rated_at, value),
    answered_by: answeredBy,
    asked_code: (values) =>
      sql`${chats.codes} ?| array[${sql.join(
        values.map((value) => sql`${value.toUpperCase()}`),
        sql`, `,
      )}]`,
  },
  calls: {
    chatDetail,
    media: messageMedia,
    takeover: takeOver,
    assign,
    assignees,
    tag: changeTag,
    end: endChat,
    delete: softDeleteChats,
    images,
    report: reports.answered,
    topStock: reports.topStock,
    topStockPortofolio: reports.topStockPortofolio,
    category: reports.categories,
    listForReport: reports.listForReport,
    rating: reports.rating,
    ratingReport: reports.ratingByPerson,
    aiAnswer,
    preview,
  },
})

export const tanyaSahamAlgoApi = serve(tanyaSahamAlgo, chats, {
  ...rules,
  scope: () => ofAlgo,
  calls: { handOver: handOverChat },
})
