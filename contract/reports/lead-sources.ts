import { number, reference, text } from '../kit/field/field.ts'
import { report } from '../kit/report/report.ts'

/** Where new leads came from: their campaign (docs/product/reports.md#sources-of-leads). */
export const leadSources = report('lead-sources', {
  path: '/crm/in/v1/report/lead-sources',
  permission: 'crm',
  backOffice: 'hidden',
  period: { dates: ['created_at'] },
  dimensions: {
    campaign_id: reference({ required: true, to: 'campaign', unassigned: true }),
    campaign_name: text({ required: true }),
  },
  measures: { leads: number({ required: true, integer: true }) },
  search: ['campaign_name'],
  total: 'campaign_name',
  chart: false,
  drill: { leads: { section: 'leads', where: {}, by: { campaign_id: '{campaign_id}', sales: '{sales_id}' }, date: true, counts: 'leads' } },
  export: false,
  ownBy: 'sales_id',
})
