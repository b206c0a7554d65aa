import { sql } from 'drizzle-orm'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { renameCampaign } from '#server/crud/lead-names.ts'
import { serve } from '#server/crud/serve.ts'
import { totalsOf } from '#server/crud/totals.ts'
import { campaigns, leads } from '#server/db/crm.ts'

export const campaignApi = serve(campaign, campaigns, {
  derived: {
    leads: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id})`,
    closings: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id} and ${leads.status} in ('closing', 'closing retention'))`,
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
