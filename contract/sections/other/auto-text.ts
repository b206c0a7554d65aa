import { choice, file, number, text, textarea } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { noSlash } from '../../lib/patterns.ts'

/** Variables of canned replies; filled in by the chat. */
export const autoTextVariables = ['customer_name', 'sales_name', 'product'] as const

export const autoText = section('auto-text', {
  path: '/crm/in/v1/autotext',
  nav: { group: 'other', icon: 'message-square-text' },
  permission: 'autotext-manager',
  /** Used by all who answer customers. */
  readableBy: ['get crm', 'get assign-sales'],
  readableFields: ['shortcut', 'title', 'text', 'attachment', 'category'],
  title: 'shortcut',
  encoding: 'multipart',
  fields: {
    shortcut: text({ required: true, max: 40, pattern: { regex: noSlash, code: 'no_slash' } }),
    title: text({ required: true, max: 120 }),
    text: textarea({ required: true, max: 4_000 }),
    attachment: file({ accept: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'], maxBytes: 10_000_000 }),
    category: choice(['greeting', 'product', 'payment', 'follow-up', 'support', 'other'], { initial: 'other' }),
    usage_count: number({ readOnly: true, integer: true }),
  },
  duplicate: true,
  list: {
    columns: ['shortcut', 'title', 'category', 'usage_count', 'updated_at', '-updated_by'],
    search: ['shortcut', 'title', 'text'],
    filters: ['category'],
    sort: 'shortcut asc',
    inline: ['category'],
    bulkEdit: ['category'],
  },
  wire: { removal: { by: 'ids', as: 'text' } },
})
