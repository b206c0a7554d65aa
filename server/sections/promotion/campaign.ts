import { sql } from 'drizzle-orm'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { serve } from '#server/crud/serve.ts'
import { campaigns, leads } from '#server/db/tables/crm.ts'

export const campaignApi = serve(campaign, campaigns, {
  derived: {
    leads: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id})`,
    closings: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id} and ${leads.status} in ('closing', 'closing retention'))`,
  },
})
