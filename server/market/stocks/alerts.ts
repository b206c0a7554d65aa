/** Price alerts of analyses, checked in the transaction of prices (docs/product/picks.md#price-alerts). */
import { and, asc, gte, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { grouped } from '#contract/lib/grouped.ts'
import { alertDay } from '#contract/market/price-alert.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { analyses, stockActions, stockPrices } from '#server/db/tables/stock.ts'
import { guest, type Platform } from '#server/platform/core/context.ts'

/** Actor in histories of automatic changes. */
const system = { ...guest, name: 'Lapangan' }

/**
 * Fires each reached alert of these stocks, all when null, once. Alerts fired on or after `since`, the first changed day of prices or
 * actions, are recomputed: they move, or are reset. Call it after `detectActions`. Returns the number fired now.
 */
export async function runAlerts(platform: Platform, db: Db, stockIds: readonly number[] | null, since: string): Promise<number> {
  const { id, stock_id, alert_price: price, alert_direction: direction, alert_armed_on: armed_on, alert_fired_on: fired_on } = analyses
  const armed = await db
    .select({ id, stock_id, price, direction, armed_on, fired_on, fired_at: analyses.alert_fired_at })
    .from(analyses)
    .where(
      and(
        ...[stockIds ? inArray(stock_id, [...stockIds]) : undefined, isNotNull(price), ne(analyses.status, 'archived')],
        or(isNull(fired_on), gte(fired_on, since)),
      ),
    )
    .orderBy(asc(id))
  if (!armed.length) return 0
  const ids = [...new Set(armed.map((each) => each.stock_id))]
  const rows = await db.select().from(stockPrices).where(inArray(stockPrices.stock_id, ids)).orderBy(asc(stockPrices.date))
  const factors = await db.select().from(stockActions).where(inArray(stockActions.stock_id, ids))
  const prices = grouped(
    rows,
    (row) => row.stock_id,
    (row) => row,
  )
  const actions = grouped(
    factors,
    (row) => row.stock_id,
    (row) => row,
  )
  const shape = targetOf('analysis')
  if (!shape) throw new Error('analyses are not served')
  let fired = 0
  for (const alert of armed) {
    if (alert.price === null || alert.armed_on === null) continue
    const day = alertDay(
      { price: alert.price, direction: alert.direction === 'down' ? 'down' : 'up', armed_on: alert.armed_on },
      prices.get(alert.stock_id) ?? [],
      actions.get(alert.stock_id) ?? [],
    )
    if (day === alert.fired_on) continue
    const alert_fired_at = day === null ? null : (alert.fired_at ?? new Date().toISOString())
    await changeBecause(shape, { platform, db, user: system }, alert.id, { alert_fired_on: day, alert_fired_at })
    if (alert.fired_on === null) fired += 1
  }
  return fired
}
