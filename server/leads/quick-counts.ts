import { and, count, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { formatRange } from '#contract/kit/field/list-query.ts'
import { conditionOf } from '#server/crud/query/list-sql.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { readableNames } from '#server/crud/query/shape.ts'
import { leads } from '#server/db/tables/crm.ts'
import { wibZone } from '#server/platform/core/calendar.ts'
import type { QuickCounter } from '#server/platform/routes/quick-panel.ts'
import { leadsApi } from './api.ts'

const { shape } = leadsApi
const field = 'next_follow_up'

/** Counts overdue follow-ups and those due today in WIB: own ones for a salesperson, else all. */
export const leadCounts: QuickCounter = async (db, user) => {
  const names = readableNames(shape, user)
  if (!user.permissions.has('get crm') || !names.has(field)) return []
  const today = DateTime.now().setZone(wibZone)
  const mine = user.isSales ? eq(leads.sales, user.id) : undefined
  const within = async (from: DateTime | null, to: DateTime) => {
    const range = formatRange(from?.toISODate() ?? undefined, to.toISODate() ?? undefined)
    const due = conditionOf(shape, { filters: [{ field, values: [range] }], search: '' }, names, user)
    const [row] = await db
      .select({ total: count() })
      .from(leads)
      .where(and(scopeOf(shape, user).where, mine, due))
    return row?.total ?? 0
  }
  return [
    { name: 'leads_overdue', count: await within(null, today.minus({ days: 1 })) },
    { name: 'leads_today', count: await within(today, today) },
  ]
}
