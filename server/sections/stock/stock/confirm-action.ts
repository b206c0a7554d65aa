import { eq } from 'drizzle-orm'
import type { Handler } from '#server/crud/rules.ts'
import { stockActionLog, stockActions } from '#server/db/tables/stock.ts'
import { followAction } from '#server/market/portfolios/follow-action.ts'
import { followPrices, lockPrices } from '#server/market/stocks/store-prices.ts'
import { ApiError } from '#server/platform/core/problem.ts'

/** Confirms or reverts an action, with history; unchanged if it is already so. Throws 404 and 422 `action_trades`. */
const decideAction =
  (isConfirmed: boolean): Handler =>
  async ({ db, params, user, mutation }, { platform }) => {
    const id = Number(params.action_id)
    if (!Number.isSafeInteger(id)) throw new ApiError('not_found')
    await lockPrices(db)
    const [action] = await db.select().from(stockActions).where(eq(stockActions.id, id)).for('update')
    if (!action) throw new ApiError('not_found')
    const message = 'Saved'
    if ((action.confirmed_at !== null) === isConfirmed) return { message }
    const decision = isConfirmed
      ? { confirmed_at: new Date().toISOString(), confirmed_by: user.name }
      : { confirmed_at: null, confirmed_by: null }
    await db.update(stockActions).set(decision).where(eq(stockActions.id, id))
    const { stock_id, date, kind, numerator, denominator } = action
    await db.insert(stockActionLog).values({
      ...{ stock_id, date, kind, numerator, denominator },
      ...{ event: isConfirmed ? 'confirmed' : 'taken_back', created_by: user.name },
    })
    await followAction({ platform, db, user, mutation }, action, isConfirmed)
    // An action no longer in prices is not proposed again, once reverted.
    await followPrices(platform, db, [stock_id], date)
    return { message }
  }

/** PUT /emitten/in/v1/stock-actions/{action_id}/confirm: portfolios follow it. */
export const confirmAction = decideAction(true)

/** PUT /emitten/in/v1/stock-actions/{action_id}/take-back: reverts a confirmation. */
export const takeBackAction = decideAction(false)
