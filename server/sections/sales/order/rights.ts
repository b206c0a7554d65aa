/** Rights of a paid order: access through the ledger, and bought leave (docs/product/orders.md#holds-and-rights). */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { canStartLeave, startLeave, stopBoughtLeaves } from '#server/commerce/leaves.ts'
import { appendEntries, lockAccounts, unvoidGrants, voidGrants } from '#server/commerce/ledger.ts'
import type { Announced } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { OrderItem } from './items.ts'

interface Given {
  id: number
  name: string
  product: string
  type: string
  days: number
}

const givenBy = (items: readonly OrderItem[]): Given[] =>
  items.flatMap(({ id, name, qty, grants_product: product, grants_type: type, grants_days: days }) =>
    product && type && days ? [{ id, name, product, type, days: days * qty }] : [],
  )

const isGrant = (given: Given): given is Given & { type: 'Regular' | 'VIP' } => given.type === 'Regular' || given.type === 'VIP'

/** Throws 422 `leave_impossible` if bought leave cannot start tomorrow. */
export async function checkLeave(db: Db, order: AnyRow, items: readonly OrderItem[]): Promise<void> {
  const member_id = Number(order.member_id)
  const leaves = givenBy(items).filter(({ type }) => type === 'Cuti')
  for (const [at, { name, product, days }] of leaves.entries()) {
    // Two of one product would overlap.
    const isSecond = leaves.findIndex((one) => one.product === product) < at
    if (isSecond || !(await canStartLeave(db, { member_id, product, days })))
      throw refused('invalid', refusal('leave_impossible', { name }))
  }
}

export async function giveRights({ db, user }: Announced, order: AnyRow, items: readonly OrderItem[]): Promise<void> {
  const member_id = Number(order.member_id)
  const given = givenBy(items)
  const grants = given.filter(isGrant)
  const accounts = await lockAccounts(
    db,
    grants.map(({ product, type }) => ({ member_id, product, type })),
  )
  for (const [at, { id, days }] of grants.entries()) {
    const account = accounts[at]
    if (account) await appendEntries(db, account.id, [{ kind: 'grant', days, source: 'order', source_id: id }], user.name)
  }
  const leaves = given.filter(({ type }) => type === 'Cuti')
  await checkLeave(db, order, items)
  for (const { id, product, days } of leaves) await startLeave(db, { member_id, product, days }, id, user.name)
}

const idsOf = (items: readonly OrderItem[]) => items.map(({ id }) => id)

/** Bought leave ends with the order; days taken stay. */
export async function takeRights(db: Db, items: readonly OrderItem[], by: string): Promise<void> {
  await voidGrants(db, idsOf(items), by)
  await stopBoughtLeaves(db, idsOf(items), by)
}

/** Restores grants, but starts no bought leave. */
export const putRightsBack = (db: Db, items: readonly OrderItem[], by: string): Promise<void> => unvoidGrants(db, idsOf(items), by)
