import { desc, eq } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import type { Handler } from '#server/crud/rules.ts'
import { stockActionLog, stockActions, stocks } from '#server/db/tables/stock.ts'
import { recentPrices } from '#server/market/stocks/prices.ts'
import { gapsOf, holidaysBetween } from '#server/market/stocks/trading-days.ts'
import { ApiError } from '#server/platform/core/problem.ts'

/** About two years of trading days. */
const days = 500
const shownEvents = 100

/** GET /emitten/in/v1/stock-prices/{code}. Throws 404 for an unknown code. */
export const pricesAndActions: Handler = async ({ db, params }) => {
  const code = toText(params.code).toUpperCase()
  const [stock] = await db
    .select({ id: stocks.id, delisted_on: stocks.delisted_on, board: stocks.board })
    .from(stocks)
    .where(eq(stocks.code, code))
    .limit(1)
  if (!stock) throw new ApiError('not_found')
  const prices = (await recentPrices(db, [stock.id], days)).get(stock.id) ?? []
  const [first] = prices
  const yesterday = addDays(wibDay(new Date()), -1)
  const until = stock.delisted_on && stock.delisted_on < yesterday ? stock.delisted_on : yesterday
  const { id, date, kind, numerator, denominator, confirmed_at, confirmed_by } = stockActions
  const actions = await db
    .select({ id, date, kind, numerator, denominator, confirmed_at, confirmed_by })
    .from(stockActions)
    .where(eq(stockActions.stock_id, stock.id))
    .orderBy(desc(date))
  const log = await db
    .select({
      ...{ id: stockActionLog.id, event: stockActionLog.event, date: stockActionLog.date, kind: stockActionLog.kind },
      ...{ numerator: stockActionLog.numerator, denominator: stockActionLog.denominator },
      ...{ created_at: stockActionLog.created_at, created_by: stockActionLog.created_by },
    })
    .from(stockActionLog)
    .where(eq(stockActionLog.stock_id, stock.id))
    .orderBy(desc(stockActionLog.id))
    .limit(shownEvents)
  const holidays = await holidaysBetween(db, first?.date ?? yesterday, addDays(yesterday, 1))
  return {
    ...{ code, board: stock.board, prices, actions, log },
    gaps: first ? await gapsOf(db, stock.id, first.date, until) : [],
    holidays: holidays.map((day) => ({ date: day })),
  }
}
