/** Leave that an order buys, and leave that keeps an order (rules of members and money, sections 2 and 3). */
import { and, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { maxLeaveDays } from '#contract/lib/leave.ts'
import { addDays, daysBetween } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { memberLeaves, membershipAccounts, membershipEntries } from '#server/db/members.ts'
import { appendEntries, serverDay } from './ledger.ts'

export interface BoughtLeave {
  member_id: number
  product: string
  days: number
  /** The item of the order. */
  order_item: number
  by: string | null
}

/** Every account of the product that runs on a day, locked. */
const runningOn = (db: Db, member: number, product: string, day: string) =>
  db
    .select()
    .from(membershipAccounts)
    .where(and(eq(membershipAccounts.member_id, member), eq(membershipAccounts.product, product), gte(membershipAccounts.expires_on, day)))
    .orderBy(membershipAccounts.id)
    .for('no key update')

const isOpen = (day: string) => and(isNull(memberLeaves.stopped_on), gte(memberLeaves.end, day))

/** Whether a leave of so many days from tomorrow could be made now: within access, and beside no other. */
export async function canStartLeave(
  db: Db,
  { member_id, product, days }: Pick<BoughtLeave, 'member_id' | 'product' | 'days'>,
): Promise<boolean> {
  if (days < 1 || days > maxLeaveDays) return false
  const start = addDays(await serverDay(db), 1)
  if (!(await runningOn(db, member_id, product, start)).length) return false
  const overlaps = and(isOpen(start), lte(memberLeaves.start, addDays(start, days - 1)))
  const here = and(eq(memberLeaves.member_id, member_id), eq(memberLeaves.product, product), overlaps)
  return (await db.$count(memberLeaves, here)) === 0
}

/** A leave from tomorrow, which moves the end of each account of the product that runs then. Ask `canStartLeave` first. */
export async function startLeave(db: Db, { member_id, product, days, order_item, by }: BoughtLeave): Promise<void> {
  const start = addDays(await serverDay(db), 1)
  const accounts = await runningOn(db, member_id, product, start)
  const [leave] = await db
    .insert(memberLeaves)
    .values({ member_id, product, start, end: addDays(start, days - 1), order_item, created_by: by, updated_by: by })
    .returning({ id: memberLeaves.id })
  if (!leave) throw new Error('the leave was not stored')
  for (const { id } of accounts) await appendEntries(db, id, [{ kind: 'leave', days, start, source: 'leave', source_id: leave.id }], by)
}

/** Whether a leave is planned or running on an account that one of these items gave to, or was bought by one of them. */
export async function openLeaves(db: Db, items: readonly number[]): Promise<boolean> {
  if (!items.length) return false
  const today = await serverDay(db)
  const given = sql`exists (select 1 from ${membershipEntries} join ${membershipAccounts} on ${membershipAccounts.id} = ${membershipEntries.account_id}
    where ${membershipEntries.source} = 'order' and ${inArray(membershipEntries.source_id, [...items])}
      and ${membershipAccounts.member_id} = ${memberLeaves.member_id} and ${membershipAccounts.product} = ${memberLeaves.product})`
  return (await db.$count(memberLeaves, and(isOpen(today), given))) > 0
}

/** Ends a leave that an order bought: the days taken so far stay, the others are taken from the accounts again. */
export async function endBoughtLeaves(db: Db, items: readonly number[], by: string | null): Promise<void> {
  if (!items.length) return
  const today = await serverDay(db)
  const open = await db
    .select()
    .from(memberLeaves)
    .where(and(isOpen(today), inArray(memberLeaves.order_item, [...items])))
    .for('no key update')
  for (const { id, start, end } of open) {
    const taken = Math.max(0, Math.min(daysBetween(start, today), daysBetween(start, end) + 1))
    await db
      .update(memberLeaves)
      .set({ stopped_on: today, updated_by: by, updated_at: sql`now()`, version: sql`${memberLeaves.version} + 1` })
      .where(eq(memberLeaves.id, id))
    const { source, source_id, kind, target } = membershipEntries
    const entries = await db
      .select()
      .from(membershipEntries)
      .where(and(eq(source, 'leave'), eq(source_id, id), eq(kind, 'leave'), isNull(target)))
      .orderBy(membershipEntries.account_id)
    for (const entry of entries)
      await appendEntries(
        db,
        entry.account_id,
        [{ kind: 'leave', days: taken - entry.days, source: 'leave', source_id: id, target: entry.id }],
        by,
      )
  }
}
