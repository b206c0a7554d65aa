/**
 * What salespeople sold (rules of members and money, section 7): orders that are paid and not in the trash, by the day in Jakarta on which
 * they were paid, as they are now; and leads that were won.
 */
import { type SQL, sql } from 'drizzle-orm'
import { orders } from '#server/db/commerce.ts'
import { leadClosings } from '#server/db/crm.ts'

export interface Period {
  /** First moment, and the first one after it. */
  from: SQL
  to: SQL
}

/** A month 'YYYY-MM' in Jakarta. */
export const monthIn = (month: SQL): Period => {
  const first = sql`(${month} || '-01')::date`
  return {
    from: sql`(${first}::timestamp at time zone 'Asia/Jakarta')`,
    to: sql`((${first} + interval '1 month')::timestamp at time zone 'Asia/Jakarta')`,
  }
}

const counted = ({ from, to }: Period, sales: SQL) =>
  sql`from ${orders} where ${orders.payment_status} = 'paid' and ${orders.deleted_at} is null
    and ${orders.paid_at} >= ${from} and ${orders.paid_at} < ${to} and ${orders.sales} in ${sales}`

/** Of these salespeople together; `sales` is a list in parentheses or a query of ids. */
export const scores = {
  /** Whole rupiah. */
  revenue: (period: Period, sales: SQL) => sql`(select coalesce(sum(${orders.total}), 0)::bigint ${counted(period, sales)})`,
  /** One for every 10,000 rupiah of an order. */
  points: (period: Period, sales: SQL) => sql`(select coalesce(sum(${orders.total} / 10000), 0)::bigint ${counted(period, sales)})`,
  /** Leads, each once. */
  closings: ({ from, to }: Period, sales: SQL) =>
    sql`(select count(distinct ${leadClosings.lead_id})::bigint from ${leadClosings}
      where ${leadClosings.closed_at} >= ${from} and ${leadClosings.closed_at} < ${to} and ${leadClosings.sales} in ${sales})`,
} as const
