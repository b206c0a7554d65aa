import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { isBreakout } from '#contract/market/breakout.ts'
import { alertDirection, alertLevel } from '#contract/market/price-alert.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { isPublished, preparePublishing, publishState } from '#server/content/publish.ts'
import { readOne } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Change, Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { posts } from '#server/db/tables/content.ts'
import { analyses, stockActions, stockPrices } from '#server/db/tables/stock.ts'
import { lockListed } from '#server/market/stocks/listed.ts'
import { recentPrices } from '#server/market/stocks/prices.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'

/** Stores the current close, and arms a new alert, or that of a new stock. */
async function prepare(change: Change): Promise<void> {
  await preparePublishing(change)
  const { db, before, values } = change
  const stock = Number(values.stock_id)
  const isOther = before?.stock_id !== stock
  if (isOther || (values.status === 'publish' && before?.status !== 'publish')) await lockListed(db, stock, wibDay(new Date()))
  const { date, close } = stockPrices
  const [last] = await db.select({ date, close }).from(stockPrices).where(eq(stockPrices.stock_id, stock)).orderBy(desc(date)).limit(1)
  values.level = last?.close ?? null
  const price = typeof values.alert_price === 'number' ? values.alert_price : null
  if (price !== null && !isOther && price === before?.alert_price) return
  const direction = price === null ? null : alertDirection(price, last?.close ?? 0)
  if (price !== null && direction === null) throw fieldError('alert_price', 'alert_reached')
  const armed = price === null ? null : (last?.date ?? addDays(wibDay(new Date()), -1))
  Object.assign(values, { alert_direction: direction, alert_armed_on: armed, alert_fired_on: null, alert_fired_at: null })
}

/** Adds current alert levels and breakouts: three queries for any number of rows. */
async function enrich(db: Db, rows: AnyRow[]): Promise<void> {
  if (!rows.length) return
  const ids = [...new Set(rows.map(({ stock_id }) => Number(stock_id)))]
  const prices = await recentPrices(db, ids)
  const factors = await db.select().from(stockActions).where(inArray(stockActions.stock_id, ids))
  const armed = await db
    .select({ id: analyses.id, price: analyses.alert_price, armed_on: analyses.alert_armed_on })
    .from(analyses)
    .where(
      inArray(
        analyses.id,
        rows.map(({ id }) => id),
      ),
    )
  const alerts = new Map(armed.map((alert) => [alert.id, alert]))
  const breakouts = new Set(ids.filter((id) => isBreakout(prices.get(id) ?? [])))
  for (const row of rows) {
    const { price = null, armed_on = null } = alerts.get(row.id) ?? {}
    const own = factors.filter(({ stock_id }) => stock_id === row.stock_id)
    row.alert_level = price === null || armed_on === null ? null : alertLevel({ price, armed_on }, own, '9999-12-31')
    row.breakout_suggested = breakouts.has(Number(row.stock_id))
  }
}

const escaped = (text: unknown) => toText(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns a draft with the text and charts, for readers of the audience's first product. */
function postOf(row: AnyRow): Record<string, unknown> {
  const charts = Array.isArray(row.charts) ? row.charts : []
  const pictures = charts.map((chart) => `<p><img src="${escaped(chart.url)}" alt="${escaped(row.title)}" /></p>`)
  const [access = 'free'] = Array.isArray(row.audience) ? row.audience : []
  return {
    ...{ title: row.title, category_id: row.category_id, type: 'article', publish_to: ['analysis'], status: 'draft' },
    ...{ body: `${row.body}${pictures.join('')}`, hashtags: [row.stock_code], access, is_breakout: row.is_breakout },
  }
}

/** GET /{id}/generate-post: the record is locked, so concurrent calls make one. A deleted one is made again. */
const generatePost: Handler = async (request, { platform, shape, before, write }) => {
  const post = targetOf('post')
  if (!before || !post) throw new ApiError('not_found')
  const { db, user, after, address } = request
  const message = 'Success Generate Post'
  const linked =
    before.post_id == null
      ? []
      : await db
          .select({ id: posts.id })
          .from(posts)
          .where(and(eq(posts.id, Number(before.post_id)), isNull(posts.deleted_at)))
  if (linked.length) return { message, data: await readOne(db, shape, user, String(before.id)) }
  const made = await createRow(platform, post, { db, user, address, mutation: null, body: postOf(before), ref: null, after })
  return { message, data: await write({ post_id: made.id }) }
}

const newest = sql`(select latest.id from ${analyses} as latest where latest.stock_id = ${analyses.stock_id}
  and latest.status = 'publish' and latest.published_at <= now() order by latest.published_at desc nulls last, latest.id desc limit 1)`

export const analysisApi = serve(analysis, analyses, {
  derived: {
    state: publishState(analyses),
    close_price: sql`(select ${stockPrices.close} from ${stockPrices} where ${stockPrices.stock_id} = ${analyses.stock_id}
      order by ${stockPrices.date} desc limit 1)`,
    is_alerted: sql`(${analyses.alert_fired_on} is not null)`,
    is_latest: sql`(${isPublished(analyses)} and ${analyses.id} = ${newest})`,
    alert_level: 'elsewhere',
    breakout_suggested: 'elsewhere',
  },
  prepare,
  enrich,
  calls: { generatePost },
})
