/** The quick panel (docs/product/messages.md#quick-panel): a person's pending work, in one call used as a whole. */

import { number, rows, text } from './kit/field/field.ts'
import type { ListQuery, Sort } from './kit/field/list-query.ts'
import { backOfficeQuery } from './kit/section/back-office.ts'
import { call } from './kit/section/call.ts'

/** Names of counts; a person gets those of readable areas. The console ignores unknown ones. */
export const quickCounts = ['leads_overdue', 'leads_today', 'chats_unread', 'orders_unpaid', 'members_ending', 'whatsapp_alerts'] as const
export type QuickCount = (typeof quickCounts)[number]

/** List queries of the counts, most urgent first. */
export const unpaidOrders = {
  filters: [{ field: 'payment_status', values: ['unpaid'] }],
  sort: { field: 'due_at', direction: 'asc' },
} as const satisfies Partial<ListQuery>
export const endingMemberships = {
  filters: [{ field: 'remaining', values: ['14'] }],
  sort: { field: 'ends_on', direction: 'asc' },
} as const satisfies Partial<ListQuery>
/** Longest overdue follow-ups first. */
export const longestDueFirst: Sort = { field: 'next_follow_up', direction: 'asc' }

const item = { name: text({ required: true }), count: number({ required: true, integer: true, min: 0 }) } as const

export const quickPanel = call({
  name: 'quick-panel.data',
  kind: 'query',
  method: 'GET',
  path: '/api/quick-panel/data',
  permission: 'signed-in',
  query: backOfficeQuery,
  reply: { of: 'object', fields: { items: rows(item, { max: 50 }) } },
  silent: true,
})
