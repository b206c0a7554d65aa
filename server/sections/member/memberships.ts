/** Accounts of a member: entries, and manual correction. */

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { correctionOf, voidedTargets, writtenSteps } from '#contract/commerce/membership-ledger.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type AccountKey, appendEntries, entriesOf, lockAccounts, type StoredEntry, serverDay } from '#server/commerce/ledger.ts'
import { findRow, mayRead, scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { CallTools, Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { membershipAccounts as accounts, memberLeaves as leaves } from '#server/db/tables/members.ts'
import { readOwned } from '#server/learning/owned.ts'
import { today } from '#server/people/member-access.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'

const sourcesOf = (entries: readonly StoredEntry[], source: string): number[] => [
  ...new Set(entries.flatMap((entry) => (entry.source === source && entry.source_id !== null ? [entry.source_id] : []))),
]

/** Order ids by item, if the person may open the order. */
async function ordersOf(db: Db, user: CurrentUser, items: readonly number[]) {
  if (!items.length) return new Map<number, { order_number: string; order_id: number | null }>()
  const shape = targetOf('transaction')
  const seen = shape && mayRead(shape, user) ? (scopeOf(shape, user).where ?? sql`true`) : sql`false`
  const rows = await db
    .select({ item: orderItems.id, order_number: orders.order_number, order_id: orders.id, isSeen: sql<boolean>`(${seen})` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .where(inArray(orderItems.id, [...items]))
  return new Map(rows.map(({ item, isSeen, order_id, ...rest }) => [item, { ...rest, order_id: isSeen ? order_id : null }]))
}

async function leavesOf(db: Db, ids: readonly number[]) {
  if (!ids.length) return new Map<number, { leave_start: string; leave_end: string }>()
  const rows = await db
    .select({ id: leaves.id, leave_start: leaves.start, leave_end: leaves.end })
    .from(leaves)
    .where(inArray(leaves.id, [...ids]))
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}

export const timeline: Handler = async ({ db, user, params }, { shape }) => {
  const { id } = await findRow(db, shape, user, params.id ?? '')
  const remaining = sql<number | null>`${accounts.expires_on} - ${today}`
  const own = await db
    .select({ id: accounts.id, product: accounts.product, type: accounts.type, expires_on: accounts.expires_on, remaining })
    .from(accounts)
    .where(eq(accounts.member_id, id))
    .orderBy(sql`${accounts.expires_on} desc nulls last`, asc(accounts.id))
  const all = await entriesOf(
    db,
    own.map((account) => account.id),
  )
  const bought = await ordersOf(db, user, sourcesOf(all, 'order'))
  const away = await leavesOf(db, sourcesOf(all, 'leave'))
  return {
    owned: await readOwned(db, id),
    accounts: own.map(({ id: account, ...rest }) => {
      const entries = all.filter(({ account_id }) => account_id === account)
      const voided = voidedTargets(entries)
      const steps = new Map(writtenSteps(entries).map((step) => [step.entry.id, step]))
      const positions = new Map(entries.map((entry) => [entry.id, entry.position]))
      return {
        ...rest,
        entries: entries
          .toSorted((a, b) => (a.on === b.on ? b.position - a.position : a.on < b.on ? 1 : -1))
          .map(({ id: entry, position, kind, on, source, source_id, target, reason, created_by }) => ({
            ...{ position, kind, on, source, reason, created_by },
            days: steps.get(entry)?.days ?? 0,
            before: steps.get(entry)?.before ?? null,
            after: steps.get(entry)?.after ?? null,
            gap: steps.get(entry)?.gap ?? 0,
            is_voided: voided.has(entry),
            target: positions.get(target ?? 0) ?? null,
            ...(source === 'order' && bought.get(source_id ?? 0)),
            ...(source === 'leave' && away.get(source_id ?? 0)),
          })),
      }
    }),
  }
}

/** Throws 422 for a past day that is not before the present end. */
export const correctEnd: Handler = async ({ db, user, body }, { before, write }: CallTools) => {
  if (!before) throw new Error('a correction is of a member')
  const type: AccountKey['type'] = body.type === 'VIP' ? 'VIP' : 'Regular'
  const [account] = await lockAccounts(db, [{ member_id: before.id, product: toText(body.product), type }])
  if (!account) throw new Error('an account is gone within its own transaction')
  const wanted = toText(body.expires_on)
  const correction = correctionOf(await entriesOf(db, [account.id]), wanted, await serverDay(db))
  if (correction) await appendEntries(db, account.id, [{ ...correction, source: 'hand', reason: toText(body.reason) }], user.name)
  else if (wanted !== account.expires_on) throw fieldError('expires_on', 'past')
  return { message: 'Saved', data: await write({}) }
}
