/** Leave and its entries in the ledger (docs/product/members.md#leave). Days are 'YYYY-MM-DD'. */
import { and, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { daysTaken, leaveDays, maxLeaveDays } from '#contract/commerce/leave.ts'
import { endOf, foldEntries } from '#contract/commerce/membership-ledger.ts'
import { addDays } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { memberLeaves, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { appendEntries, entriesOf, type NewEntry, type StoredEntry, serverDay } from './ledger.ts'

export interface LeavePlan {
  /** Absent if not stored yet. */
  id?: number
  member_id: number
  product: string
  start: string
  end: string
}

/** Refusals of a leave: no access on its first day, or an overlap with another leave. */
export type LeaveRefusal = 'no_access' | 'overlaps'

const isOpen = (day: string) => and(isNull(memberLeaves.stopped_on), gte(memberLeaves.end, day))
const isOfLeave = (id: number | undefined) => (entry: StoredEntry) => entry.source === 'leave' && entry.source_id === id

interface LeaveAccount {
  id: number
  /** Of the leave's member and product; others were, before a change of the leave. */
  belongs: boolean
  entries: StoredEntry[]
  /** Active on the first day, without the leave's days. */
  isRunning: boolean
}

/** The accounts of the product, and those that the leave moved before, locked until the transaction ends. */
async function accountsOf(db: Db, { id: leave, member_id, product, start }: LeavePlan): Promise<LeaveAccount[]> {
  const { source, source_id, account_id } = membershipEntries
  const isOwn = and(eq(membershipAccounts.member_id, member_id), eq(membershipAccounts.product, product))
  const moved = db
    .select({ account_id })
    .from(membershipEntries)
    .where(and(eq(source, 'leave'), eq(source_id, leave ?? 0)))
  const accounts = await db
    .select()
    .from(membershipAccounts)
    .where(or(isOwn, inArray(membershipAccounts.id, moved)))
    .orderBy(membershipAccounts.id)
    .for('no key update')
  const known = await entriesOf(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map((account) => {
    const entries = known.filter((entry) => entry.account_id === account.id)
    const end = endOf(entries.filter((entry) => !isOfLeave(leave)(entry)))
    const belongs = account.member_id === member_id && account.product === product
    return { id: account.id, belongs, entries, isRunning: belongs && end !== null && end >= start }
  })
}

/** Locks the product's accounts until the transaction ends, so that leaves are judged in turn. */
export async function judgeLeave(db: Db, plan: LeavePlan): Promise<LeaveRefusal | null> {
  const accounts = await accountsOf(db, plan)
  if (!accounts.some(({ isRunning }) => isRunning)) return 'no_access'
  const { member_id, product, start } = memberLeaves
  const others = and(eq(member_id, plan.member_id), eq(product, plan.product), ne(memberLeaves.id, plan.id ?? 0))
  const count = await db.$count(memberLeaves, and(others, isOpen(plan.start), lte(start, plan.end)))
  return count > 0 ? 'overlaps' : null
}

/** Returns the entries that change the leave's days on an account to `days`: a change, or a new leave if access ends before it. */
function changesOf({ entries, belongs, isRunning }: LeaveAccount, id: number, start: string, days: number): NewEntry[] {
  const own = entries.filter(isOfLeave(id))
  const given = own.reduce((sum, entry) => sum + entry.days, 0)
  const base = own.findLast(({ target }) => target === null)
  const before = foldEntries(entries).find(({ entry }) => entry === base)?.before ?? null
  const fits = before !== null && before >= start
  const wanted = belongs && (fits || isRunning) ? days : 0
  const fresh: NewEntry = { kind: 'leave', days: wanted, start, source: 'leave', source_id: id }
  if (!base) return wanted ? [fresh] : []
  if (wanted && !fits) return [{ ...fresh, days: -given, start: null, target: base.id }, fresh]
  const known = own.findLast((entry) => entry.start)?.start
  return wanted === given && (wanted === 0 || known === start) ? [] : [{ ...fresh, days: wanted - given, target: base.id }]
}

/** Moves ends of accounts by the days of a stored leave: `days` if it was stopped, else all. */
export async function settleLeave(db: Db, leave: LeavePlan & { id: number }, by: string | null, days = leaveDays(leave)): Promise<void> {
  for (const account of await accountsOf(db, leave))
    await appendEntries(db, account.id, changesOf(account, leave.id, leave.start, days), by)
}

/** Keeps the days taken and reverts the others; access resumes `today`. */
export async function stopLeave(db: Db, leave: LeavePlan & { id: number }, today: string, by: string | null): Promise<void> {
  await settleLeave(db, leave, by, daysTaken(leave, today))
}

export interface BoughtLeave {
  member_id: number
  product: string
  days: number
}

async function boughtPlan(db: Db, { days, ...whose }: BoughtLeave): Promise<LeavePlan> {
  const start = addDays(await serverDay(db), 1)
  return { member_id: whose.member_id, product: whose.product, start, end: addDays(start, days - 1) }
}

/** Returns whether a leave of so many days may start tomorrow. */
export async function canStartLeave(db: Db, bought: BoughtLeave): Promise<boolean> {
  if (bought.days < 1 || bought.days > maxLeaveDays) return false
  return (await judgeLeave(db, await boughtPlan(db, bought))) === null
}

/** Starts an order item's leave tomorrow. Call `canStartLeave` first. */
export async function startLeave(db: Db, bought: BoughtLeave, order_item: number, by: string | null): Promise<void> {
  const plan = await boughtPlan(db, bought)
  const [leave] = await db
    .insert(memberLeaves)
    .values({ ...plan, order_item, created_by: by, updated_by: by })
    .returning({ id: memberLeaves.id })
  if (!leave) throw new Error('the leave was not stored')
  await settleLeave(db, { ...plan, id: leave.id }, by)
}

/** Whether a leave is planned or running on an account granted by one of these items. */
export async function openLeaves(db: Db, items: readonly number[]): Promise<boolean> {
  if (!items.length) return false
  const today = await serverDay(db)
  const given = sql`exists (select 1 from ${membershipEntries} join ${membershipAccounts} on ${membershipAccounts.id} = ${membershipEntries.account_id}
    where ${membershipEntries.source} = 'order' and ${inArray(membershipEntries.source_id, [...items])}
      and ${membershipAccounts.member_id} = ${memberLeaves.member_id} and ${membershipAccounts.product} = ${memberLeaves.product})`
  return (await db.$count(memberLeaves, and(isOpen(today), given))) > 0
}

/** Stops leaves bought by these items that are not over. */
export async function stopBoughtLeaves(db: Db, items: readonly number[], by: string | null): Promise<void> {
  if (!items.length) return
  const today = await serverDay(db)
  const open = await db
    .select()
    .from(memberLeaves)
    .where(and(isOpen(today), inArray(memberLeaves.order_item, [...items])))
    .orderBy(memberLeaves.id)
  for (const leave of open) {
    await stopLeave(db, leave, today, by)
    await db
      .update(memberLeaves)
      .set({ stopped_on: today, updated_by: by, updated_at: sql`now()`, version: sql`${memberLeaves.version} + 1` })
      .where(eq(memberLeaves.id, leave.id))
  }
}
