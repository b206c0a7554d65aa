/** New leads by campaign (docs/product/reports.md#sources-of-leads). */
import { sql } from 'drizzle-orm'
import { campaigns, leads } from '#server/db/tables/crm.ts'
import type { ReportSource } from '../engine/source.ts'

const campaignName = sql`coalesce((select ${campaigns.name} from ${campaigns} where ${campaigns.id} = g.campaign_id), 'Unassigned')`

export const leadSourcesSource: ReportSource = {
  facts: ({ from, to }) => sql`select ${leads.created_at} as at, coalesce(${leads.campaign_id}, 0) as campaign_id,
    coalesce(${leads.sales}, 0) as sales_id from ${leads} where ${leads.created_at} >= ${from} and ${leads.created_at} < ${to}`,
  keys: ['campaign_id'],
  measures: { leads: sql`count(*)` },
  labels: { campaign_name: campaignName },
  order: sql`g.leads desc, ${campaignName}, g.campaign_id`,
}
