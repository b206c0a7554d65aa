/** Times claimed by a person: they date money, never rights (docs/product/orders.md#late-orders). */

import { sql } from 'drizzle-orm'
import { claimProblem } from '#contract/commerce/claim.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { fieldError } from '#server/platform/core/problem.ts'

/** Server time at the transaction's start. */
export async function clock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  return new Date(rows[0]?.now ?? Date.now())
}

/** Returns the claimed time, or now. Throws 422 for more than 31 days back, or more than 10 minutes ahead. */
export function claimed(field: 'order_date' | 'paid_at' | 'refunded_at', value: unknown, now: Date): Date {
  if (value == null || value === '') return now
  const problem = claimProblem(toText(value), now.getTime())
  if (problem) throw fieldError(field, problem)
  return new Date(toText(value))
}
