import { eq, sql } from 'drizzle-orm'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { serve } from '#server/crud/serve.ts'
import { campaigns, leads } from '#server/db/tables/crm.ts'

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

export const campaignApi = serve(campaign, campaigns, {
  // Over after its last day, whatever was stored: moving the end brings the stored status back.
  reads: { status: sql`(case when ${campaigns.end} < ${today} then 'ended' else ${campaigns.status} end)` },
  timeDependent: { fields: ['status'], seconds: 3_600, sections: [] },
  async prepare({ db, before, values }) {
    if (before?.status !== 'ended' || values.status !== 'ended') return
    const [stored] = await db.select({ status: campaigns.status }).from(campaigns).where(eq(campaigns.id, before.id))
    values.status = stored?.status
  },
  derived: {
    leads: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id})`,
    closings: sql`(select count(*)::int from ${leads} where ${leads.campaign_id} = ${campaigns.id} and ${leads.status} in ('closing', 'closing retention'))`,
  },
})
