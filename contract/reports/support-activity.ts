import { number, reference, text } from '../kit/field/field.ts'
import { type Drill, report } from '../kit/report/report.ts'

const count = number({ required: true, integer: true })

const done = (filter: string, counts?: string): Drill => ({
  section: 'tanya-saham',
  where: { [filter]: '{from}..{to}' },
  by: { [filter]: '{from}..{to}/{support_id}' },
  date: false,
  ...(counts && { counts }),
})
const handled = done('handled', 'handled')

/** What those who answer questions of members did (docs/product/reports.md#activity-of-support). */
export const supportActivity = report('support-activity', {
  path: '/crm/in/v1/report/support-activity',
  permission: 'sales-activity',
  backOffice: 'hidden',
  period: { dates: ['created_at'] },
  dimensions: {
    support_id: reference({ required: true, to: 'user' }),
    support_name: text({ required: true }),
  },
  measures: {
    /** Chats with an answer of theirs. */
    handled: count,
    answered: count,
    /** The mean of what members gave their chats, of 5. */
    rating: number(),
  },
  search: ['support_name'],
  total: 'support_name',
  chart: false,
  drill: { handled, answered: handled, rating: done('rated') },
  export: { action: 'export' },
  ownBy: 'support_id',
})
