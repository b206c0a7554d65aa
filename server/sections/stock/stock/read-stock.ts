import { desc, eq } from 'drizzle-orm'
import type { Handler } from '#server/crud/rules.ts'
import { stockActions, stocks } from '#server/db/stock.ts'
import { ApiError } from '#server/platform/problem.ts'
import { followAction } from '#server/portfolio/read.ts'
import { recentPrices } from '#server/stock/prices.ts'

/** About two years of trading days. */
const days = 500

/** GET /emitten/in/v1/stock-prices/{code}. Throws 404 for a code that there is none of. */
export const pricesAndActions: Handler = async ({ db, params }) => {
  const code = String(params.code).toUpperCase()
  const [stock] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, code)).limit(1)
  if (!stock) throw new ApiError('not_found')
  const prices = (await recentPrices(db, [stock.id], days)).get(stock.id) ?? []
  const { id, date, kind, numerator, denominator, confirmed_at, confirmed_by } = stockActions
  const actions = await db
    .select({ id, date, kind, numerator, denominator, confirmed_at, confirmed_by })
    .from(stockActions)
    .where(eq(stockActions.stock_id, stock.id))
    .orderBy(desc(date))
  return { code, prices, actions }
}

/** PUT /emitten/in/v1/stock-actions/{action_id}/confirm: portfolios follow it from then on. Again changes nothing. */
export const confirmAction: Handler = async ({ db, params, user }) => {
  const id = Number(params.action_id)
  if (!Number.isSafeInteger(id)) throw new ApiError('not_found')
  const [action] = await db.select().from(stockActions).where(eq(stockActions.id, id)).for('update')
  if (!action) throw new ApiError('not_found')
  if (action.confirmed_at === null) {
    await db.update(stockActions).set({ confirmed_at: new Date().toISOString(), confirmed_by: user.name }).where(eq(stockActions.id, id))
    await followAction(db, action.stock_id, action.numerator / action.denominator)
  }
  return { message: 'Saved' }
}
