import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { fieldError } from '#server/platform/core/problem.ts'

/**
 * Locks a stock until the transaction ends, to serialise writes, and refuses one delisted before that day ('YYYY-MM-DD'): 422 `stock_id:
 * delisted`.
 */
export async function lockListed(db: Db, id: number, day: string): Promise<void> {
  const [stock] = await db.select({ delisted_on: stocks.delisted_on }).from(stocks).where(eq(stocks.id, id)).for('no key update')
  if (stock?.delisted_on && stock.delisted_on < day) throw fieldError('stock_id', 'delisted')
}
