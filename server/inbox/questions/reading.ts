/** Reads of a chat: messages with data of the stock, media, and pictures of all chats. */
import { and, desc, eq, isNull, lt, type SQL } from 'drizzle-orm'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRow } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { members } from '#server/db/tables/members.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { qnaChats as chats, qnaMessages as messages } from '#server/db/tables/questions.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import { valued } from '#server/market/portfolios/read.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'
import { playableBody } from '#server/video/convert-sound.ts'
import { messagesOnWire } from './wire.ts'

const usual = 100
/** A picture in a conversation or gallery, at three screen pixels each. */
const bubble = { width: 864, height: 720 }

/** Returns name and newest price of a stock; empty for an unknown code. */
async function aboutStock(db: Db, code: unknown) {
  const nothing = {
    company_name: null,
    code: null,
    last_price: null,
    level: null,
    last_price_on: null,
    previous: null,
    portofolio: [],
    stock_id: null,
  }
  if (typeof code !== 'string') return nothing
  const [stock] = await db.select({ id: stocks.id, company_name: stocks.company_name }).from(stocks).where(eq(stocks.code, code))
  if (!stock) return nothing
  const { close, previous, date } = stockPrices
  const [last] = await db
    .select({ close, previous, date })
    .from(stockPrices)
    .where(eq(stockPrices.stock_id, stock.id))
    .orderBy(desc(date))
    .limit(1)
  const { id, product, held, opened_on, is_open } = positions
  const portofolio = await db
    .select({ id, product, held, average: valued.average, opened_on })
    .from(positions)
    .where(and(eq(positions.stock_id, stock.id), eq(is_open, true), isNull(positions.deleted_at)))
    .orderBy(product)
  return {
    ...{ company_name: stock.company_name, code, stock_id: stock.id, portofolio },
    ...{ last_price: last?.close ?? null, level: last?.close ?? null, last_price_on: last?.date ?? null, previous: last?.previous ?? null },
  }
}

export const chatDetail: Handler = async ({ db, user, params, query }, { shape }) => {
  const chat = await findRow(db, shape, user, params.id ?? '')
  const limit = typeof query.limit === 'number' ? query.limit : usual
  const before = typeof query.before === 'number' ? lt(messages.place, query.before) : undefined
  const found = await db
    .select()
    .from(messages)
    .where(and(eq(messages.chat, chat.id), before))
    .orderBy(desc(messages.place))
    .limit(limit + 1)
  const shown = found.slice(0, limit).reverse()
  const member = typeof chat.member_name === 'string' ? chat.member_name : null
  return {
    messages: await messagesOnWire(db, shown, { ref: chat.ref, member }),
    older: found.length > limit,
    kode_saham: chat.kode_saham,
    ...(await aboutStock(db, chat.kode_saham)),
  }
}

export const messageMedia: Handler = async ({ db, user, params, query }, { platform, shape }) => {
  const chat = await findRow(db, shape, user, params.id ?? '')
  const [found] = await db
    .select({ media: messages.media })
    .from(messages)
    .where(and(eq(messages.chat, chat.id), whereNamed(messages, [params.message_id ?? ''])))
  if (!found?.media) throw new ApiError('not_found')
  const body = await fileBody(platform.privateFiles, found.media, query.small ? bubble : null)
  return query.sound ? playableBody(platform.settings, body) : body
}

export const images: Handler = async ({ db, list }) => {
  const { id, ref, content, media, created_at } = messages
  const columns = { id, ref, content, created_at, chat: chats.ref, kode_saham: chats.kode_saham, member_name: members.name }
  const select = (where: SQL | undefined) =>
    db
      .select({ ...columns, media })
      .from(messages)
      .innerJoin(chats, eq(chats.id, messages.chat))
      .innerJoin(members, eq(members.id, chats.member_id))
      .where(and(eq(messages.by, 'member'), eq(messages.kind, 'image'), isNull(chats.deleted_at), where))
      .$dynamic()
  const inCapitals = list.filters.map((filter) =>
    filter.field === 'kode_saham' ? { ...filter, values: filter.values.map((code) => code.toUpperCase()) } : filter,
  )
  const asked = { columns, search: ['member_name', 'content', 'kode_saham'], sort: 'created_at desc' }
  const found = await readPage(db, { ...list, filters: inCapitals }, sectionCall(tanyaSaham, 'images'), asked, select)
  const data = found.data.map(({ media: stored, ...one }) => ({
    ...one,
    media_url: `${tanyaSaham.path}/chat-detail/${one.chat}/media/${one.ref}`,
    media_name: stored?.name ?? null,
  }))
  return { ...found, data }
}
