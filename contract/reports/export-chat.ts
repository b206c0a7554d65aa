/** Files of chats and of activity: what was made, and the call that makes one of chats (docs/product/reports.md#chats-as-files). */
import { jobStates } from '../choices/job-states.ts'
import { choice, date, dateTime, number, text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

export const exportedReports = ['chat', 'sales-activity', 'support-activity'] as const

export const exportHistoryFields = {
  id: number({ required: true, integer: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
  report: choice(exportedReports, { required: true }),
  /** Days of the period, both included. */
  from: date({ required: true }),
  to: date({ required: true }),
  /** None while it is being made. */
  rows: number({ integer: true }),
  state: choice(jobStates, { required: true }),
  /** The task that has the file, as long as there is one. */
  job: text(),
}

/** The newest first; a salesperson's are their own. */
export const exportHistory = call({
  name: 'export-history.list',
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/report/export-history',
  permission: 'get sales-activity',
  query: 'list',
  reply: { of: 'list', fields: exportHistoryFields },
})

/** A task makes the file. `query` holds the days of the messages, in the list grammar: `created_at:2026-11-01..2026-11-30`, and `sales`. */
export const exportChat = call({
  name: 'export-chat',
  kind: 'mutation',
  method: 'POST',
  path: '/crm/in/v1/report/export-chat',
  permission: 'export sales-activity',
  body: { query: text({ max: 4_000 }) },
  reply: { of: 'record', fields: exportHistoryFields },
})
