import { number, reference, text } from '../kit/field/field.ts'
import { report } from '../kit/report/report.ts'
import { doneBy } from './done-by.ts'

const count = number({ required: true, integer: true })

const inChats = doneBy('sales_id', { section: 'chat-platform', hiddenFromSales: true })
const withLeads = doneBy('sales_id', { section: 'leads', hiddenFromSales: true })

/** What salespeople did with chats and leads (docs/product/reports.md#activity-of-sales). */
export const salesActivity = report('sales-activity', {
  path: '/crm/in/v1/report/sales-activity',
  permission: 'sales-activity',
  backOffice: 'hidden',
  period: { dates: ['created_at'] },
  dimensions: {
    sales_id: reference({ required: true, to: 'user/sales', unassigned: true }),
    sales_name: text({ required: true }),
  },
  measures: {
    /** Rooms with a reply of theirs. */
    chats: count,
    replies: count,
    /** Minutes: the median of their turns; none where there was none. */
    first_reply: number(),
    follow_ups: count,
    /** Leads with a follow-up of theirs. */
    leads_followed_up: count,
    leads_moved: count,
    closings: count,
  },
  lessIsBetter: ['first_reply'],
  search: ['sales_name'],
  total: 'sales_name',
  chart: false,
  drill: {
    chats: inChats('replied', { counts: 'chats' }),
    follow_ups: withLeads('followed_up', { counts: 'leads_followed_up', within: 'leads' }),
    leads_moved: withLeads('moved', { counts: 'leads_moved' }),
    closings: withLeads('won', { counts: 'closings' }),
  },
  export: { action: 'export' },
  ownBy: 'sales_id',
})
