/** What a person says of when something was done; it dates money, never rights (docs/product/orders.md#late-orders). */

import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { fieldError } from '#server/platform/core/problem.ts'

export const dayMs = 86_400_000
/** As long after it was made an order may arrive. */
export const oldestDays = 31
const oldest = oldestDays * dayMs
const newest = 10 * 60_000

/** The server's clock: when the transaction began. */
export async function clock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  return new Date(rows[0]?.now ?? Date.now())
}

/** The moment that was named, or now. Throws 422 where it lies more than 31 days back, or more than 10 minutes ahead. */
export function claimed(field: 'order_date' | 'paid_at', value: unknown, now: Date): Date {
  if (value == null || value === '') return now
  const at = new Date(toText(value))
  if (at.getTime() < now.getTime() - oldest) throw fieldError(field, 'too_long_ago')
  if (at.getTime() > now.getTime() + newest) throw fieldError(field, 'future')
  return at
}
