/** Reports of questions (docs/product/questions.md#reports). A period is `created_at:from..to` in WIB days; deleted chats are excluded. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { dateTime } from '#contract/kit/field/field.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { medianOf } from '#contract/lib/questions.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { readBotSettings } from '#server/assistant/bot/settings.ts'
import { byKind, unknownField } from '#server/crud/query/list-sql.ts'
import { pageOf as pageOfRows } from '#server/crud/query/plain-list.ts'
import { readList } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/tables/people.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import { stocks } from '#server/db/tables/stock.ts'

/** The condition of the period on a column; undefined for all time. Throws ListQueryError. */
function within({ filters }: ListQuery, column: PgColumn): SQL | undefined {
  const known = { field: dateTime(), expression: sql`${column}`, join: null, isFull: column.notNull }
  return and(
    ...filters.map(({ field, values }) => {
      if (field !== 'created_at') throw unknownField('query', field)
      return byKind(field, known, values)
    }),
  )
}

/** Returns a page of counts, in their order. */
const pageOf = <R extends Readonly<Record<string, unknown>>>(list: ListQuery, rows: readonly R[]): R[] =>
  pageOfRows({ ...list, filters: [] }, rows).data

const isThere = isNull(chats.deleted_at)
const many = sql<number>`count(*)`.mapWith(Number)
const chatCount = sql<number>`count(distinct ${chats.id})`.mapWith(Number)
const waited = sql<number>`extract(epoch from ${questions.answered_at} - ${questions.asked_at}) / 60`.mapWith(Number)

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

export const answered: Handler = async ({ db, list }) => {
  const found = await db
    .select({
      answered_at: questions.answered_at,
      user: questions.answered_by,
      name: questions.answered_by_name,
      handler: questions.handler,
      wait: waited,
    })
    .from(questions)
    .innerJoin(chats, eq(chats.id, questions.chat))
    .where(and(isThere, sql`${questions.answered_at} is not null`, within(list, questions.answered_at)))
    .orderBy(questions.answered_at)
  const groups = new Map<string, typeof found>()
  for (const one of found) {
    const key = `${wibDay(new Date(one.answered_at ?? 0))} ${one.handler === 'algo' ? 0 : (one.user ?? -1)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const { name: bot } = await readBotSettings(db)
  const rows = [...groups].map(([key, group]) => {
    const [date = '', id = ''] = key.split(' ')
    const isAlgo = id === '0'
    return {
      date,
      user_id: Number(id),
      name: isAlgo ? bot : (group.at(-1)?.name ?? null),
      handler: isAlgo ? ('algo' as const) : ('person' as const),
      questions: group.length,
      median_wait: rounded(medianOf(group.map(({ wait }) => wait))),
    }
  })
  const [asked] = await db
    .select({ count: many })
    .from(questions)
    .innerJoin(chats, eq(chats.id, questions.chat))
    .where(and(isThere, within(list, questions.asked_at)))
  return {
    answered_question: pageOf(list, rows.toSorted((a, b) => b.date.localeCompare(a.date) || b.questions - a.questions).slice(0, 10_000)),
    asked: asked?.count ?? 0,
    answered: found.length,
    median_wait: rounded(medianOf(found.map(({ wait }) => wait))),
  }
}

async function countStocks(db: Db, list: ListQuery, also?: SQL) {
  const code = sql<string>`code.value`
  const rows = await db
    .select({ code, company_name: stocks.company_name, chats: chatCount, questions: many })
    .from(questions)
    .innerJoin(chats, eq(chats.id, questions.chat))
    .innerJoin(sql`jsonb_array_elements_text(${questions.codes}) as code (value)`, sql`true`)
    .leftJoin(stocks, sql`${stocks.code} = code.value`)
    .where(and(isThere, within(list, questions.asked_at), also))
    .groupBy(sql`code.value`, stocks.company_name)
    .orderBy(sql`count(distinct ${chats.id}) desc`, sql`code.value`)
    .limit(100)
  return { stocks: pageOf(list, rows) }
}

export const topStock: Handler = ({ db, list }) => countStocks(db, list)
export const topStockPortofolio: Handler = ({ db, list }) => countStocks(db, list, eq(chats.category, 'portfolio'))

export const categories: Handler = async ({ db, list }) => {
  const found = await db
    .select({ category: chats.category, chats: many })
    .from(chats)
    .where(and(isThere, sql`${chats.category} is not null`, within(list, chats.created_at)))
    .groupBy(chats.category)
    .orderBy(sql`count(*) desc`, chats.category)
  return { categories: pageOf(list, found) }
}

export const listForReport: Handler = ({ user, list }, { platform, shape }) => readList(platform, shape, user, list)

const isRated = (list: ListQuery) => and(isThere, sql`${chats.rating} is not null`, within(list, chats.rated_at))
const average = sql<number | null>`round(avg(${chats.rating}), 2)`.mapWith(Number)

export const rating: Handler = async ({ db, list }) => {
  const found = await db.select({ rating: chats.rating, chats: many }).from(chats).where(isRated(list)).groupBy(chats.rating)
  const stars = [5, 4, 3, 2, 1].map((level) => ({ rating: level, chats: found.find((one) => one.rating === level)?.chats ?? 0 }))
  const count = stars.reduce((total, one) => total + one.chats, 0)
  const sum = stars.reduce((total, one) => total + one.rating * one.chats, 0)
  return { average: count ? Math.round((sum / count) * 100) / 100 : null, count, stars: pageOf(list, stars) }
}

export const ratingByPerson: Handler = async ({ db, list }) => {
  const found = await db
    .select({ handler: chats.handler, user_id: chats.assigned_to, name: users.name, chats: many, average })
    .from(chats)
    .leftJoin(users, eq(users.id, chats.assigned_to))
    .where(isRated(list))
    .groupBy(chats.handler, chats.assigned_to, users.name)
    .orderBy(sql`avg(${chats.rating}) desc`, sql`count(*) desc`, chats.handler, chats.assigned_to)
    .limit(1_000)
  const { name: bot } = await readBotSettings(db)
  return {
    people: pageOf(
      list,
      found.map(({ handler, user_id, name, ...counts }) =>
        handler === 'algo' ? { ...counts, handler, user_id: 0, name: bot } : { ...counts, handler, user_id: user_id ?? 0, name },
      ),
    ),
  }
}
