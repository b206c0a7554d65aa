/** Updates leads when a campaign or salesperson is renamed. */

import { eq, or, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { searchForm } from '#contract/lib/search/words.ts'
import { user } from '#contract/sections/auth/user.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { leadFeed } from '#server/crud/query/row-feed.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import type { Db } from '#server/db/database.ts'
import { leads } from '#server/db/tables/crm.ts'

/** Keeps versions of leads: concurrent edits do not conflict. */
async function renameCampaign(db: Db, id: number, name: string): Promise<void> {
  const named = sql`${leads.lead_sources} @> ${JSON.stringify([{ campaign_id: id }])}::jsonb`
  // The search text contains the name, between notes and tags (server/leads/api.ts).
  const searched = sql`array_to_string((string_to_array(${leads.search_text}, chr(1)))[1:5], chr(1)) || chr(1) || ${searchForm(name)}::text
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
  await leadFeed.touch(db, sql`(${or(eq(leads.campaign_id, id), named)})`)
}

async function renameSales(db: Db, id: number, name: string): Promise<void> {
  await db.update(leads).set({ sales_name: name }).where(eq(leads.sales, id))
  await leadFeed.touch(db, eq(leads.sales, id))
}

export const followNames = [
  whenChanged(campaign, ['name'], async (effects) => {
    for (const { platform, db, before, after } of effects) {
      if (!before || !after) continue
      await renameCampaign(db, after.id, toText(after.name))
      // Leads are searched by name, so totals change.
      await totalsOf(platform.database).changed(db, ['leads'])
    }
  }),
  whenChanged(user, ['name'], async (effects) => {
    for (const { db, before, after } of effects) if (before && after) await renameSales(db, after.id, toText(after.name))
  }),
]
