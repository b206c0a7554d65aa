/** The names that leads carry of campaigns and salespeople, and how a rename reaches them. */
import { eq, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { campaigns, leads } from '#server/db/crm.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/people.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { touchLeads } from './lead-feed.ts'

type Names = ReadonlyMap<number, string>

/** Locked against a rename until the lead that carries the name is committed, so that the rename finds it. */
function namesIn(table: PgTable & { id: PgColumn; name: PgColumn }): (db: Db, ids: readonly number[]) => Promise<Names> {
  const find = preparedQuery<{ id: number; name: string }>((db) =>
    db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(sql`${table.id} = any(${sql.placeholder('ids')}::bigint[])`)
      .for('share'),
  )
  return async (db, ids) => new Map(ids.length ? (await find(db, { ids })).map(({ id, name }) => [Number(id), name]) : [])
}

export const campaignNames = namesIn(campaigns)
export const salesNames = namesIn(users)

/** Versions of leads stay: a person who edits one meanwhile has no conflict. */
export async function renameCampaign(db: Db, id: number, name: string): Promise<void> {
  const named = sql`${leads.lead_sources} @> ${JSON.stringify([{ campaign_id: id }])}::jsonb`
  // The search looks through the name, too: it stands between the notes and the tags (server/leads/api.ts).
  const searched = sql`array_to_string((string_to_array(${leads.search_text}, chr(1)))[1:5], chr(1)) || chr(1) || ${name.toLowerCase()}::text
    || chr(1) || array_to_string((string_to_array(${leads.search_text}, chr(1)))[7:], chr(1))`
  await db.update(leads).set({ campaign_name: name, search_text: searched }).where(eq(leads.campaign_id, id))
  await db
    .update(leads)
    .set({
      lead_sources: sql`(select jsonb_agg(case when (entry ->> 'campaign_id')::bigint = ${id}
        then jsonb_set(entry, '{campaign_name}', to_jsonb(${name}::text)) else entry end order by place)
        from jsonb_array_elements(${leads.lead_sources}) with ordinality as sources (entry, place))`,
    })
    .where(named)
  await touchLeads(db, sql`(${or(eq(leads.campaign_id, id), named)})`)
}

export async function renameSales(db: Db, id: number, name: string): Promise<void> {
  await db.update(leads).set({ sales_name: name }).where(eq(leads.sales, id))
  await touchLeads(db, eq(leads.sales, id))
}
