import { questionStates } from '../choices/question-states.ts'
import { number, reference, text } from '../kit/field/field.ts'
import { report } from '../kit/report/report.ts'
import { doneBy } from './done-by.ts'

const count = number({ required: true, integer: true })

/** Without a status the inbox shows open chats alone. */
const inChats = doneBy('support_id', { section: 'tanya-saham', where: { status: questionStates } })

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
    /** Chats that a rating is of. */
    chats_rated: count,
  },
  search: ['support_name'],
  total: 'support_name',
  chart: false,
  drill: { handled: inChats('handled', { counts: 'handled' }), rating: inChats('rated', { counts: 'chats_rated', within: 'chats' }) },
  export: { action: 'export' },
  ownBy: 'support_id',
})
