/** People to erase, with all their names and contacts. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { member } from '#contract/sections/member/member.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'
import type { Called } from './mentions.ts'

export interface Person extends Called {
  /** End of ownership by phone: later leads and rooms are of its next owner. */
  had: readonly { phone: string; until: string }[]
  deleted_at: string
}

const texts = (...values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')),
]

/** Former phones and addresses without a present owner. */
async function freeOf(
  db: Db,
  id: number,
  phones: readonly string[],
  emails: readonly string[],
): Promise<{ phones: string[]; emails: string[] }> {
  const taken = async (column: typeof members.phone | typeof members.email, values: readonly string[]) => {
    const others = and(inArray(column, [...values]), sql`${members.id} <> ${id}`)
    const rows = values.length ? await db.select({ value: column }).from(members).where(others) : []
    return values.filter((value) => !rows.some((row) => row.value === value))
  }
  return { phones: await taken(members.phone, phones), emails: await taken(members.email, emails) }
}

/** Read before any erasure. */
export async function personsOf(db: Db, which: SQL | undefined): Promise<Person[]> {
  const rows = await db.select().from(members).where(which).orderBy(members.id)
  const persons: Person[] = []
  for (const row of rows) {
    const own = and(sql`${audit.section} = ${member.name}`, eq(audit.record, row.id))
    const entries = await db.select({ changes: audit.changes, at: audit.created_at }).from(audit).where(own).orderBy(audit.id)
    const former = (field: string) => entries.flatMap(({ changes }) => changes[field] ?? [])
    const deleted_at = row.deleted_at ?? ''
    const until = (value: string) =>
      (value !== row.phone && entries.findLast(({ changes }) => changes.phone?.[0] === value)?.at) || deleted_at
    const given = await db.select({ name: orders.given_name, phone: orders.phone }).from(orders).where(eq(orders.member_id, row.id))
    const phones = texts(row.phone, ...former('phone'), ...given.map((order) => order.phone))
    const free = await freeOf(db, row.id, phones, texts(row.email, ...former('email')))
    const names = texts(row.name, ...former('name'), ...given.map((order) => order.name))
    persons.push({ ...free, names, id: row.id, had: free.phones.map((each) => ({ phone: each, until: until(each) })), deleted_at })
  }
  return persons
}
