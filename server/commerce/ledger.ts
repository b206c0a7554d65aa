/**
 * Ledger of memberships (docs/product/members.md#ledger): entries are appended in a transaction that has locked their accounts, and each
 * updates its account's end.
 */
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { endOf, foldEntries, type LedgerEntry, voidedTargets } from '#contract/commerce/membership-ledger.ts'
import { grouped } from '#contract/lib/grouped.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { memberFeed } from '#server/crud/query/row-feed.ts'
import type { Db } from '#server/db/database.ts'
import { members, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { recordEnds } from './ledger-history.ts'

export type Account = typeof membershipAccounts.$inferSelect

export interface AccountKey {
  member_id: number
  product: string
  type: 'Regular' | 'VIP'
}

type Source = 'order' | 'leave' | 'import' | 'hand'

/** A stored entry, as the fold reads it. */
export interface StoredEntry extends LedgerEntry {
  id: number
  source: Source
  account_id: number
  source_id: number | null
  reason: string | null
  created_at: string
  created_by: string | null
}

export interface NewEntry {
  kind: LedgerEntry['kind']
  days?: number
  /** Default the server's day. */
  on?: string
  start?: string | null
  source: Source
  source_id?: number | null
  target?: number | null
  round?: number | null
  reason?: string | null
}

/** The day in Jakarta at the transaction's start. */
export async function serverDay(db: Db): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select (now() at time zone 'Asia/Jakarta')::date::text as day`)
  return rows[0]?.day ?? wibDay(new Date())
}

const stored = ({ on_day, start_on, kind, source, ...row }: typeof membershipEntries.$inferSelect): StoredEntry => {
  // The table's check excludes other kinds, and only this file writes sources.
  return { ...row, kind: kind as LedgerEntry['kind'], source: source as Source, on: on_day, start: start_on }
}

/** Returns all entries of these accounts by position. */
export async function entriesOf(db: Db, accounts: readonly number[]): Promise<StoredEntry[]> {
  if (!accounts.length) return []
  const rows = await db
    .select()
    .from(membershipEntries)
    .where(inArray(membershipEntries.account_id, [...accounts]))
    .orderBy(asc(membershipEntries.account_id), asc(membershipEntries.position))
  return rows.map(stored)
}

/** Locks accounts until the transaction ends, in order of id. */
async function lock(db: Db, ids: readonly number[]): Promise<Account[]> {
  if (!ids.length) return []
  return db
    .select()
    .from(membershipAccounts)
    .where(inArray(membershipAccounts.id, [...ids]))
    .orderBy(asc(membershipAccounts.id))
    .for('no key update')
}

/** Locks all accounts of these members until the transaction ends; by id. */
export async function lockAccountsOf(db: Db, memberIds: readonly number[]): Promise<Account[]> {
  const own = inArray(membershipAccounts.member_id, [...new Set(memberIds)])
  return db.select().from(membershipAccounts).where(own).orderBy(asc(membershipAccounts.id)).for('no key update')
}

/** Returns the accounts of these keys in order, locked until the transaction ends. Absent ones are created, without access. */
export async function lockAccounts(db: Db, keys: readonly AccountKey[]): Promise<Account[]> {
  if (!keys.length) return []
  const { member_id, product, type } = membershipAccounts
  // Sorted, to avoid deadlocks of people who create the same accounts.
  const sorted = [...keys].sort((a, b) => a.member_id - b.member_id || a.product.localeCompare(b.product) || a.type.localeCompare(b.type))
  await db
    .insert(membershipAccounts)
    .values(sorted)
    .onConflictDoNothing({ target: [member_id, product, type] })
  const accounts = await lockAccountsOf(
    db,
    keys.map((key) => key.member_id),
  )
  return keys.map((key) => {
    const account = accounts.find((one) => one.member_id === key.member_id && one.product === key.product && one.type === key.type)
    if (!account) throw new Error('an account is gone within its own transaction')
    return account
  })
}

const byAccount = <E extends { account_id: number }>(entries: readonly E[]) =>
  grouped(
    entries,
    ({ account_id }) => account_id,
    (entry) => entry,
  )

/** New entries of a locked account. */
export interface Appending {
  account: number
  entries: readonly NewEntry[]
}

/**
 * Appends entries to locked accounts, updates their ends, and notifies devices that cache their members, in a few statements for all.
 * `known`: all entries of these accounts, where the caller has them. Returns the ids of the entries in order.
 */
export async function appendToAccounts(
  db: Db,
  list: readonly Appending[],
  by: string | null,
  known?: readonly StoredEntry[],
): Promise<number[]> {
  const filled = list.filter(({ entries }) => entries.length)
  if (!filled.length) return []
  const accounts = filled.map(({ account }) => account)
  const before = byAccount(known ?? (await entriesOf(db, accounts)))
  const today = await serverDay(db)
  const values = filled.flatMap(({ account, entries }) => {
    const last = before.get(account)?.at(-1)?.position ?? 0
    return entries.map(({ on = today, start, days = 0, ...entry }, at) => {
      return { ...entry, days, account_id: account, position: last + at + 1, on_day: on, start_on: start ?? null, created_by: by }
    })
  })
  const made = await db.insert(membershipEntries).values(values).returning()
  const added = byAccount(made)
  const ends = accounts.map((account) => {
    const own = before.get(account) ?? []
    return { account, from: endOf(own), to: endOf([...own, ...(added.get(account) ?? []).map(stored)]) }
  })
  const moves = sql.join(
    ends.map(({ account, to }) => sql`(${account}::bigint, ${to}::date)`),
    sql`, `,
  )
  const moved = await db
    .update(membershipAccounts)
    .set({ expires_on: sql`moved.to_day` })
    .from(sql`(values ${moves}) as moved(account, to_day)`)
    .where(sql`${membershipAccounts.id} = moved.account`)
    .returning({ ...getTableColumns(membershipAccounts) })
  const changes = moved.flatMap((account) => {
    const entry = added.get(account.id)?.[0]
    return entry ? [{ account, entry, before: ends.find((end) => end.account === account.id)?.from ?? null }] : []
  })
  await recordEnds(db, changes, by)
  // The first membership is when somebody joins who was a customer.
  const joined = moved.flatMap(({ expires_on, member_id }) => (expires_on === null ? [] : member_id))
  if (joined.length)
    await db
      .update(members)
      .set({ joined_at: today })
      .where(and(inArray(members.id, joined), isNull(members.joined_at)))
  const touched = moved.map(({ member_id }) => member_id)
  await memberFeed.touch(db, inArray(members.id, [...new Set(touched)]))
  return made.map(({ id }) => id)
}

/** The same for one account. */
export const appendEntries = (db: Db, account: number, entries: readonly NewEntry[], by: string | null): Promise<number[]> =>
  appendToAccounts(db, [{ account, entries }], by)

/** Returns the grants of order items, with their accounts locked. */
async function grantsOf(db: Db, items: readonly number[]): Promise<{ grants: StoredEntry[]; entries: StoredEntry[] }> {
  if (!items.length) return { grants: [], entries: [] }
  const { kind, source, source_id, account_id } = membershipEntries
  const where = and(eq(kind, 'grant'), eq(source, 'order'), inArray(source_id, [...items]))
  const rows = await db.select({ account_id }).from(membershipEntries).where(where)
  const accounts = [...new Set(rows.map((row) => row.account_id))]
  await lock(db, accounts)
  const entries = await entriesOf(db, accounts)
  return {
    entries,
    grants: entries.filter((entry) => entry.kind === 'grant' && entry.source === 'order' && items.includes(entry.source_id ?? 0)),
  }
}

/** Returns entries that void or unvoid others, if they are not already so. */
function turned(entries: readonly StoredEntry[], meant: readonly StoredEntry[], kind: 'void' | 'unvoid'): NewEntry[] {
  const voided = voidedTargets(entries)
  return meant
    .filter(({ id }) => voided.has(id) === (kind === 'unvoid'))
    .map(({ id, source_id, source }) => {
      const before = entries.filter((entry) => entry.target === id && (entry.kind === 'void' || entry.kind === 'unvoid'))
      return { kind, source, source_id, target: id, round: before.length + 1 }
    })
}

/** Voids or unvoids the grants of these items, unless they already are. */
async function turn(db: Db, items: readonly number[], kind: 'void' | 'unvoid', by: string | null): Promise<void> {
  const { grants, entries } = await grantsOf(db, items)
  for (const account of [...new Set(grants.map(({ account_id }) => account_id))].sort((a, b) => a - b)) {
    const meant = grants.filter(({ account_id }) => account_id === account)
    await appendEntries(db, account, turned(entries, meant, kind), by)
  }
}

export const voidGrants = (db: Db, items: readonly number[], by: string | null): Promise<void> => turn(db, items, 'void', by)
export const unvoidGrants = (db: Db, items: readonly number[], by: string | null): Promise<void> => turn(db, items, 'unvoid', by)

/** Returns the newest grant of each item; later ones have a higher number. */
export async function newestGrants(db: Db, items: readonly number[]): Promise<Map<number, number>> {
  const { grants } = await grantsOf(db, items)
  return new Map(grants.map(({ source_id, id }) => [source_id ?? 0, id]))
}

/** Returns whether a live grant follows a live one of these items in an account's fold, not counting those of `going`. */
export async function laterGrants(db: Db, items: readonly number[], going: readonly number[] = []): Promise<boolean> {
  const { grants, entries } = await grantsOf(db, items)
  const isOther = ({ source, source_id }: StoredEntry) => source !== 'order' || ![...items, ...going].includes(source_id ?? 0)
  return [...new Set(grants.map(({ account_id }) => account_id))].some((account) => {
    const steps = foldEntries(entries.filter(({ account_id }) => account_id === account))
    const first = steps.findIndex(({ entry }) => grants.some(({ id }) => id === entry.id))
    return first >= 0 && steps.slice(first + 1).some(({ entry }) => entry.kind === 'grant' && isOther(entry))
  })
}

/**
 * Voids an import's entries on a member's accounts, except where a later entry counts. Returns whether all of them are voided
 * (docs/product/members.md#retention-import).
 */
export async function voidImported(db: Db, imported: number, member: number, by: string | null): Promise<boolean> {
  const isOfImport = ({ source, source_id }: Pick<StoredEntry, 'source' | 'source_id'>) => source === 'import' && source_id === imported
  const own = await db
    .select({ id: membershipAccounts.id })
    .from(membershipAccounts)
    .innerJoin(membershipEntries, eq(membershipEntries.account_id, membershipAccounts.id))
    .where(and(eq(membershipAccounts.member_id, member), eq(membershipEntries.source, 'import'), eq(membershipEntries.source_id, imported)))
  const accounts = await lock(db, [...new Set(own.map(({ id }) => id))])
  let isLeft = false
  for (const { id } of accounts) {
    const entries = await entriesOf(db, [id])
    const steps = foldEntries(entries)
    const first = steps.findIndex(({ entry }) => isOfImport(entry))
    if (first < 0) continue
    const isBuiltOn = steps.slice(first).some(({ entry }) => !isOfImport(entry))
    const meant = entries.filter((entry) => isOfImport(entry) && (entry.kind === 'grant' || entry.kind === 'adjust'))
    if (isBuiltOn) isLeft = true
    else await appendEntries(db, id, turned(entries, meant, 'void'), by)
  }
  return !isLeft
}
