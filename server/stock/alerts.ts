/** Alerts of analyses: whoever brings prices says for which stocks, in the same transaction (rules of the stock desk, section 6). */
import { and, asc, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { alertDay } from '#contract/lib/price-alert.ts'
import { targetOf } from '#server/crud/shape.ts'
import { changeBecause } from '#server/crud/write.ts'
import type { Db } from '#server/db/database.ts'
import { stockActions, stockPrices } from '#server/db/stock.ts'
import { guest, type Platform } from '#server/platform/context.ts'
import { analyses } from '#server/sections/stock/analysis-table.ts'

/** Whoever reads the history sees that nobody did it. */
const system = { ...guest, name: 'Lapangan' }

/** Fires each alert of these stocks that their prices reached, once. Call it after `detectActions`. Gives how many. */
export async function runAlerts(platform: Platform, db: Db, stockIds: readonly number[]): Promise<number> {
  if (!stockIds.length) return 0
  const { id, stock_id, alert_price: price, alert_direction: direction, alert_armed_on: armed_on } = analyses
  const armed = await db
    .select({ id, stock_id, price, direction, armed_on })
    .from(analyses)
    .where(and(inArray(stock_id, [...stockIds]), isNotNull(price), isNull(analyses.alert_fired_on), ne(analyses.status, 'archived')))
    .orderBy(asc(id))
  if (!armed.length) return 0
  const ids = [...new Set(armed.map((each) => each.stock_id))]
  const rows = await db.select().from(stockPrices).where(inArray(stockPrices.stock_id, ids)).orderBy(asc(stockPrices.date))
  const factors = await db.select().from(stockActions).where(inArray(stockActions.stock_id, ids))
  const shape = targetOf('analysis')
  if (!shape) throw new Error('analyses are not served')
  let fired = 0
  for (const alert of armed) {
    if (alert.price === null || alert.armed_on === null) continue
    const own = <Row extends { stock_id: number }>(list: readonly Row[]) => list.filter((each) => each.stock_id === alert.stock_id)
    const day = alertDay(
      { price: alert.price, direction: alert.direction === 'down' ? 'down' : 'up', armed_on: alert.armed_on },
      own(rows),
      own(factors),
    )
    if (day === null) continue
    await changeBecause(shape, { platform, db, user: system }, alert.id, { alert_fired_on: day, alert_fired_at: new Date().toISOString() })
    fired += 1
  }
  return fired
}
