import { number, reference, text } from '../kit/field/field.ts'
import { type Drill, report } from '../kit/report/report.ts'

const count = number({ required: true, integer: true })

const done = (section: Drill['section'], filter: string, counts?: string): Drill => ({
  section,
  where: { [filter]: '{from}..{to}' },
  by: { [filter]: '{from}..{to}/{sales_id}' },
  date: false,
  ...(counts && { counts }),
})
const replied = done('chat-platform', 'replied', 'chats')

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
    leads_moved: count,
    closings: count,
  },
  search: ['sales_name'],
  total: 'sales_name',
  chart: false,
  drill: {
    chats: replied,
    replies: replied,
    first_reply: replied,
    follow_ups: done('leads', 'followed_up'),
    leads_moved: done('leads', 'moved', 'leads_moved'),
    closings: done('leads', 'won', 'closings'),
  },
  export: { action: 'export' },
  ownBy: 'sales_id',
})
