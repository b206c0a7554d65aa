import { products } from '../../choices/options.ts'
import { choice, date, joined, phone, reference, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const alertKinds = ['expiring', 'expired', 'order_paid', 'order_deleted', 'other_sales', 'leave', 'sales', 'phone'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Alerts for the salesperson of a member; if unassigned, for all readers of members. Dismissing hides one for that person alone. */
export const memberAlert = section('member-alert', {
  path: '/member/in/v1/histories/alerts',
  permission: 'member',
  title: 'member_name',
  actions: ['get'],
  fields: {
    member_id: reference({ to: 'member', readOnly: true, required: true }),
    member_name: joined('member_id.name'),
    member_phone: joined('member_id.phone', phone()),
    kind: choice(alertKinds, {
      readOnly: true,
      required: true,
      tones: { expiring: 'warning', expired: 'bad', order_paid: 'good', order_deleted: 'bad', other_sales: 'warning', leave: 'info' },
    }),
    product: choice(products, { readOnly: true }),
    expires_on: date({ readOnly: true }),
    /** Order number, or phone and salesperson before and after. */
    detail: text({ readOnly: true }),
  },
  list: {
    columns: ['member_id', 'kind', 'product', 'expires_on', 'detail', 'member_phone', 'created_at'],
    search: ['member_name', 'member_phone'],
    filters: ['kind', 'product', 'member_id'],
    dates: ['created_at', 'expires_on'],
    sort: 'created_at desc',
  },
  calls: {
    dismiss: {
      route: 'DELETE /{id}',
      permission: 'get member',
      reply: { of: 'message' },
      placement: 'record',
      confirm: true,
      offline: 'queue',
    },
  },
  audit: false,
})
