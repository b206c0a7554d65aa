/** Access of members in SQL: for rows of a page, and as conditions (docs/product/members.md#access). */
import { inArray, type SQL, sql } from 'drizzle-orm'
import { remainingSteps } from '#contract/commerce/member-access.ts'
import { membershipAccounts as accounts, memberLeaves as leaves, members } from '#server/db/tables/members.ts'

/** Today in western Indonesia, at the transaction's start. */
export const today = sql`(now() at time zone 'Asia/Jakarta')::date`

export const isRunning = sql`${accounts.expires_on} >= ${today}`
const isAway = sql`${leaves.start} <= ${today} and ${leaves.end} >= ${today} and ${leaves.stopped_on} is null`
/** The account's product is not on leave. */
export const isHere = sql`not exists (select 1 from ${leaves}
  where ${leaves.member_id} = ${accounts.member_id} and ${leaves.product} = ${accounts.product} and ${isAway})`
const own = sql`${accounts.member_id} = ${members.id}`
const days = sql`(${accounts.expires_on} - ${today})`

/** Has or had a membership. */
const hasAccount = sql`exists (select 1 from ${accounts} where ${own} and ${accounts.expires_on} is not null)`
const hasAccess = sql`exists (select 1 from ${accounts} where ${own} and ${isRunning} and ${isHere})`
const isOnLeave = sql`exists (select 1 from ${leaves} where ${leaves.member_id} = ${members.id} and ${isAway})`

/** A Regular account ends nothing while VIP of its product goes on. */
export const isOutlived = sql`exists (select 1 from ${accounts} as later where later.member_id = ${accounts.member_id}
  and later.product = ${accounts.product} and later.type = 'VIP' and later.expires_on > ${accounts.expires_on})`

export const derived = {
  access: sql`(case when exists (select 1 from ${accounts} where ${own} and ${accounts.type} = 'VIP' and ${isRunning}) then 'vip' else 'regular' end)`,
  status: sql`(case when ${members.deleted_at} is not null then 'deleted' when ${hasAccess} then 'active' when ${isOnLeave} then 'cuti'
    when ${hasAccount} then 'expired' else 'customer' end)`,
  products: sql`(select jsonb_agg(jsonb_build_object('product', ${accounts.product}, 'type', ${accounts.type}, 'expires_on', ${accounts.expires_on}, 'remaining', ${days})
    order by ${accounts.expires_on} desc, ${accounts.product}, ${accounts.type}) from ${accounts} where ${own} and ${accounts.expires_on} is not null)`,
  leaves: sql`(select jsonb_agg(jsonb_build_object('product', ${leaves.product}, 'start', ${leaves.start}, 'end', ${leaves.end})
    order by ${leaves.start}, ${leaves.id}) from ${leaves} where ${leaves.member_id} = ${members.id} and ${leaves.end} >= ${today} and ${leaves.stopped_on} is null)`,
  product: sql`(select jsonb_agg(distinct ${accounts.product}) from ${accounts} where ${own} and ${accounts.expires_on} is not null)`,
  ends_on: sql`(select min(${accounts.expires_on}) from ${accounts} where ${own} and ${isRunning} and not ${isOutlived})`,
  remaining: sql`(select jsonb_agg(step order by step desc) from unnest(array[${sql.raw(remainingSteps.join())}]) as step where exists (
    select 1 from ${accounts} where ${own} and ${days} between 0 and step and not ${isOutlived}))`,
}

const among = (condition: SQL, not = false) =>
  sql`${members.id} ${sql.raw(not ? 'not in' : 'in')} (select ${accounts.member_id} from ${accounts} where ${condition})`
const everHad = sql`${accounts.expires_on} is not null`
const active = among(sql`${isRunning} and ${isHere}`)
const away = sql`${members.id} in (select ${leaves.member_id} from ${leaves} where ${isAway})`

const statuses: Readonly<Record<string, SQL>> = {
  active,
  cuti: sql`(${away} and not ${active})`,
  expired: sql`(not ${active} and not ${away} and ${among(everHad)})`,
  customer: sql`(not ${active} and not ${away} and ${among(everHad, true)})`,
  deleted: sql`${members.deleted_at} is not null`,
}
export const isVip = sql`${accounts.type} = 'VIP' and ${isRunning}`
const accesses: Readonly<Record<string, SQL>> = { vip: among(isVip), regular: among(isVip, true) }

const anyOf = (known: Readonly<Record<string, SQL>>) => (values: readonly string[]) => {
  const found = values.flatMap((value) => (Object.hasOwn(known, value) ? (known[value] ?? []) : []))
  return found.length ? sql`(${sql.join(found, sql` or `)})` : sql`false`
}

/** Condition: the end of an account is within so many days. */
function endsWithin(values: readonly string[]): SQL {
  const steps = values.map(Number).filter((step) => remainingSteps.some((known) => known === step))
  if (!steps.length) return sql`false`
  // The planner estimates that `is not true` keeps nearly all accounts, as it does, and reads few members in page order. For `not exists`
  // it estimates none, and scans all.
  const isEarlier = sql`(select true from ${accounts} as later where later.member_id = ${accounts.member_id}
    and later.product = ${accounts.product} and later.type = 'VIP' and later.expires_on > ${accounts.expires_on} limit 1)`
  return among(sql`${isRunning} and ${accounts.expires_on} <= ${today} + ${Math.max(...steps)}::int and ${isEarlier} is not true`)
}

export const filters = {
  status: anyOf(statuses),
  access: anyOf(accesses),
  product: (values: readonly string[]) => among(sql`${inArray(accounts.product, [...values])} and ${accounts.expires_on} is not null`),
  remaining: endsWithin,
}

/** Dependencies beside the day, which starts at a full hour in all Indonesian zones: orders and leave. The first membership is when one joins. */
export const timeDependent = { fields: [...Object.keys(filters), 'joined_at'], seconds: 3_600, sections: ['transaction', 'member-cuti'] }
