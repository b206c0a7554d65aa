/** Writes the changes feed of leads, in the transaction of the effect. Who sees a lead follows from its salesperson. */
import { type SQL, sql } from 'drizzle-orm'
import { leads } from '#server/db/crm.ts'
import type { Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { changes } from '#server/platform/tables.ts'

/** 0: unassigned, so every salesperson sees it. */
export interface Audience {
  sales: number
}

export interface LeadChange {
  ref: string
  before: Audience | null
  after: Audience | null
}

const writeOne = preparedQuery((db) =>
  db.insert(changes).values({
    area: 'leads',
    ref: sql.placeholder('ref'),
    audience_before: sql.placeholder('before'),
    audience_after: sql.placeholder('after'),
  }),
)

export async function writeLeadChanges(db: Db, list: readonly LeadChange[]): Promise<void> {
  const [only] = list
  if (only && list.length === 1) return void (await writeOne(db, { ...only }))
  const rows = list.map(({ ref, before, after }) => ({ area: 'leads', ref, audience_before: before, audience_after: after }))
  // A statement has 65,535 parameters at most.
  for (let at = 0; at < rows.length; at += 5_000) await db.insert(changes).values(rows.slice(at, at + 5_000))
}

/** Says that leads look different though nobody wrote them, because something they name changed. */
export async function touchLeads(db: Db, where: SQL): Promise<void> {
  const audience = sql`jsonb_build_object('sales', coalesce(${leads.sales}, 0))`
  await db.execute(sql`
    insert into ${changes} (area, ref, audience_before, audience_after)
    select 'leads', ${leads.ref}, ${audience}, ${audience} from ${leads} where ${where}`)
}
