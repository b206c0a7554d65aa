/** Counts of pending orders and members, among visible rows (server/platform/routes/quick-panel.ts). */
import { and } from 'drizzle-orm'
import type { Filter } from '#contract/kit/field/list-query.ts'
import { onlyFilters } from '#contract/kit/section/back-office.ts'
import { endingMemberships, unpaidOrders } from '#contract/quick-panel.ts'
import { conditionOf } from '#server/crud/query/list-sql.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { readableNames, type Shape } from '#server/crud/query/shape.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import type { QuickCounter } from '#server/platform/routes/quick-panel.ts'
import { memberApi } from '../member/member.ts'
import { transactionApi } from './transaction.ts'

const countOf = (db: Db, user: CurrentUser, { shape, filters }: { shape: Shape; filters: readonly Filter[] }): Promise<number> =>
  db.$count(shape.table, and(scopeOf(shape, user).where, conditionOf(shape, { filters, search: '' }, readableNames(shape, user), user)))

const endingOf = (isBackOffice: boolean) => ({
  shape: memberApi.shape,
  filters: [...endingMemberships.filters, ...(isBackOffice ? onlyFilters(memberApi.section) : [])],
})

export const commerceCounts: QuickCounter = async (db, user, isBackOffice) => [
  ...(user.permissions.has('get transaction')
    ? [{ name: 'orders_unpaid' as const, count: await countOf(db, user, { shape: transactionApi.shape, filters: unpaidOrders.filters }) }]
    : []),
  ...(user.permissions.has('get member')
    ? [{ name: 'members_ending' as const, count: await countOf(db, user, endingOf(isBackOffice)) }]
    : []),
]
