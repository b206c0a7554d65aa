import { inArray, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { renameCampaign } from '#server/crud/lead-names.ts'
import { recordsOf, withRefs } from '#server/crud/nested.ts'
import { serve } from '#server/crud/serve.ts'
import { totalsOf } from '#server/crud/totals.ts'
import { campaigns, leads } from '#server/db/crm.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/people.ts'

/** The server knows who its salespeople are: only their ids are kept. */
async function fillSales(db: Db, rows: AnyRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap((row) => recordsOf(row.sales).map((entry) => Number(entry.sales_id))))]
  if (!ids.length) return
  const found = await db.select().from(users).where(inArray(users.id, ids))
  const byId = new Map(found.map((user) => [user.id, user]))
  for (const row of rows)
    row.sales = recordsOf(row.sales).map(({ ref, sales_id }) => {
      const user = byId.get(Number(sales_id))
      return { ref, sales_id, sales_name: user?.name ?? null, sales_email: user?.email ?? null, sales_phone: user?.phone ?? null }
    })
}

export const campaignApi = serve(campaign, campaigns, {
  derived: {
    leads: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id})`,
    closings: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id} and ${leads.status} in ('closing', 'closing retention'))`,
  },
  enrich: fillSales,
  prepare({ input, values }) {
    values.sales = withRefs(input.sales).map(({ ref, sales_id }) => ({ ref, sales_id }))
  },
  async afterChange(effects) {
    for (const { platform, db, before, after } of effects) {
      if (!before || !after || before.name === after.name) continue
      await renameCampaign(db, after.id, String(after.name))
      // Leads are searched by the name, so their totals are others.
      await totalsOf(platform.database).changed(db, ['leads'])
    }
  },
})
