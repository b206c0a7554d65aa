/**
 * Former salespeople's access to a reassigned member or lead: orders that waited on a device are accepted
 * (docs/decisions/0056-orders-of-a-former-salesperson.md).
 */

import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { oldestDays } from '#contract/commerce/claim.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type Key, whereNamed } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { audit } from '#server/db/tables/platform.ts'
import type { Buyer } from './buyer.ts'

/** Fields of a record's salesperson. */
const salesFields = { member: 'sales_id', leads: 'sales' } as const
type Handed = keyof typeof salesFields

/** Returns the change that reassigned a record of this salesperson or of none, within the age of a late order; null if none. */
async function findHandover(db: Db, user: number, section: Handed, record: number): Promise<number | null> {
  const field = salesFields[section]
  const isTheirs = sql`coalesce(${audit.changes} -> ${field}::text ->> 0, '0') in ('0', ${String(user)})`
  const isLate = gt(audit.created_at, sql`now() - make_interval(days => ${oldestDays})`)
  const isHanded = and(eq(audit.action, 'update'), sql`jsonb_exists(${audit.changes}, ${field})`, isTheirs)
  const [found] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(and(eq(audit.section, section), eq(audit.record, record), isLate, isHanded))
    .orderBy(desc(audit.id))
    .limit(1)
  return found?.id ?? null
}

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** Returns the number of a record that was this salesperson's within that time; else null. */
async function findFormer(db: Db, user: number, section: Handed, key: unknown): Promise<number | null> {
  const table = targetOf(section)?.table
  if (!table || !isKey(key)) return null
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(whereNamed(table, [key]))
  const id = found ? Number(found.id) : null
  return id !== null && (await findHandover(db, user, section, id)) !== null ? id : null
}

/** Returns the member and lead that a new order may name although they were reassigned. */
export async function findKnown({ db, user }: Pick<Change, 'db' | 'user'>, { member_id, lead_id }: Readonly<Record<string, unknown>>) {
  if (!user.isSales) return {}
  return { member_id: await findFormer(db, user.id, 'member', member_id), lead_id: await findFormer(db, user.id, 'leads', lead_id) }
}

/** Name and phone of a member as the salesperson saw them last. */
export async function findLastSeen(db: Db, user: number, { id, name, phone }: Buyer): Promise<Pick<Buyer, 'name' | 'phone'>> {
  const since = (await findHandover(db, user, 'member', id)) ?? 0
  const later = await db
    .select({ changes: audit.changes })
    .from(audit)
    .where(and(eq(audit.section, 'member'), eq(audit.record, id), eq(audit.action, 'update'), gt(audit.id, since)))
    .orderBy(asc(audit.id))
  const before = (field: 'name' | 'phone') => later.find(({ changes }) => changes[field])?.changes[field]?.[0]
  return { name: toText(before('name') ?? name), phone: toText(before('phone') ?? phone) }
}
