/** What a member may learn (docs/product/classes.md#access). Access follows from paid orders and running memberships: nothing is stored twice. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { priceOf } from '#contract/commerce/product-price.ts'
import type { Db } from '#server/db/database.ts'
import { memberships, orderItems, orders } from '#server/db/tables/commerce.ts'
import { membershipAccounts as accounts, memberLeaves as leaves, members } from '#server/db/tables/members.ts'

/** Categories of what is learnt. */
export const learntKinds = ['onlineclass', 'academy'] as const
export type LearntKind = (typeof learntKinds)[number]

export interface Rights {
  /** Classes and programs of paid orders: 'onlineclass 3'. */
  bought: ReadonlySet<string>
  /** Names of running access, such as 'emt'. */
  access: ReadonlySet<string>
}

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** Returns a member's rights; null for one who does not exist or was deleted. Two queries. */
export async function rightsOf(db: Db, member: number): Promise<Rights | null> {
  const onLeave = sql`exists (select 1 from ${leaves} where ${leaves.member_id} = ${accounts.member_id} and ${leaves.product} = ${accounts.product}
    and ${leaves.start} <= ${today} and ${leaves.end} >= ${today} and ${leaves.stopped_on} is null)`
  const running = sql`select ${accounts.product} from ${accounts} where ${accounts.member_id} = ${members.id}
    and ${accounts.expires_on} >= ${today} and not ${onLeave}`
  const sold = sql`select jsonb_array_elements_text(${memberships.access_type}) from ${memberships} where ${memberships.product} in (${running})`
  const [found] = await db
    .select({ access: sql<string[]>`array(select lower(product) from (${running}) as own union ${sold})` })
    .from(members)
    .where(and(eq(members.id, member), isNull(members.deleted_at)))
  if (!found) return null
  const { category, product_id } = orderItems
  const bought = await db
    .selectDistinct({ category, product_id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .where(and(eq(orders.member_id, member), eq(orders.payment_status, 'paid'), isNull(orders.deleted_at)))
  return { bought: new Set(bought.map((row) => `${row.category} ${row.product_id}`)), access: new Set(found.access) }
}

export interface Learnt {
  id: number
  is_show: boolean
  fee_type?: string | null
  price: number | null
  access_type?: readonly string[]
}

/** Whether somebody with these rights may see its lessons. Who bought it keeps it, also when it is hidden. */
export function mayLearn(kind: LearntKind, one: Learnt, { bought, access }: Rights): boolean {
  if (bought.has(`${kind} ${one.id}`)) return true
  if (!one.is_show) return false
  return priceOf({ fee_type: one.fee_type, price: one.price }) === 0 || (one.access_type ?? []).some((name) => access.has(name))
}
