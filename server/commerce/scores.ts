/**
 * Sales by salesperson (docs/product/orders.md#scoreboard): paid orders that are not in the trash, by day of payment in Jakarta, in their
 * present state; and won leads.
 */
import { type SQL, sql } from 'drizzle-orm'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leadClosings } from '#server/db/tables/crm.ts'
import { audit } from '#server/db/tables/platform.ts'

export interface Period {
  /** Start, inclusive, and end, exclusive. */
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

/** The first change of its kind in an order's history since a time. */
const firstSince = (at: SQL, value: SQL, kind: SQL) => sql`(select ${value} from ${audit}
  where ${audit.section} = ${transaction.name} and ${audit.record} = ${orders.id} and ${audit.created_at} >= ${at} and ${kind}
  order by ${audit.id} limit 1)`

const status = sql`${audit.changes} -> 'payment_status'`
const isUpdate = sql`${audit.action} = 'update' and ${status} is not null`
const paidBack = sql`${audit.changes} -> 'refunded'`
const isPaidBack = sql`${audit.action} = 'update' and ${paidBack} is not null`
const isMoved = sql`${audit.action} in ('trash', 'restore')`
const isMade = sql`${audit.action} = 'create'`

/** Whether it counted at a past time, by reverting later changes of its history. */
const countedAt = (at: SQL) => sql`${firstSince(at, sql`true`, isMade)} is null
  and coalesce(${firstSince(at, sql`${status} ->> 0`, isUpdate)}, ${orders.payment_status}) = 'paid'
  and not coalesce(${firstSince(at, sql`${audit.action} = 'restore'`, isMoved)}, ${orders.deleted_at} is not null)`

/** Paid, and not in the trash. */
export const countsNow = sql`${orders.payment_status} = 'paid' and ${orders.deleted_at} is null`

/** What an order brought in: its total less what went back (docs/product/orders.md#refunds). */
export const revenueNow = sql`(${orders.total} - ${orders.refunded})`

/** The same at a past time, which later refunds do not change. */
const revenueAt = (at: SQL | null) =>
  at ? sql`(${orders.total} - coalesce((${firstSince(at, sql`${paidBack} ->> 0`, isPaidBack)})::bigint, ${orders.refunded}))` : revenueNow

/** `at`: a past time, or null for now. */
const counted = ({ from, to }: Period, sales: SQL, at: SQL | null) =>
  sql`from ${orders} where ${orders.paid_at} >= ${from} and ${orders.paid_at} < ${to} and ${orders.sales} in ${sales}
    and ${at ? countedAt(at) : countsNow}`

/** SQL of these salespeople's sums, now or at a past time; `sales`: a list in parentheses, or a query of ids. */
export const scores = {
  /** Whole rupiah. */
  revenue: (period: Period, sales: SQL, at: SQL | null = null) =>
    sql`(select coalesce(sum(${revenueAt(at)}), 0)::bigint ${counted(period, sales, at)})`,
  /** One per 10,000 rupiah of an order. */
  points: (period: Period, sales: SQL, at: SQL | null = null) =>
    sql`(select coalesce(sum(${revenueAt(at)} / 10000), 0)::bigint ${counted(period, sales, at)})`,
  /** Distinct leads; past periods are fixed. */
  closings: ({ from, to }: Period, sales: SQL) =>
    sql`(select count(distinct ${leadClosings.lead_id})::bigint from ${leadClosings}
      where ${leadClosings.closed_at} >= ${from} and ${leadClosings.closed_at} < ${to} and ${leadClosings.sales} in ${sales})`,
} as const
