import { products } from '../../choices/options.ts'
import { leaveDays, leaveStatuses, maxLeaveDays } from '../../commerce/leave.ts'
import { choice, date, joined, number, phone, reference, textarea } from '../../kit/field/field.ts'
import { fromTo, type Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'

const isShort = {
  field: 'end',
  code: 'leave_length',
  test: ({ start, end }) => typeof start !== 'string' || typeof end !== 'string' || !(leaveDays({ start, end }) > maxLeaveDays),
} as const satisfies Rule

/** Leave of members: days without access, added to its end (docs/product/members.md#leave). */
export const memberCuti = section('member-cuti', {
  path: '/member/in/v1/member_cuti',
  nav: { group: 'member', icon: 'calendar-off' },
  backOffice: 'hidden',
  permission: 'member',
  title: 'member_name',
  actions: ['create', 'get', 'update'],
  routes: { add: 'add/{member_id}', edit: 'edit/{member_id}/{id}' },
  fields: {
    member_id: reference({ required: true, to: 'member' }),
    member_name: joined('member_id.name'),
    member_phone: joined('member_id.phone', phone()),
    product: choice(products, { required: true }),
    reason: textarea({ max: 500 }),
    start: date({ required: true }),
    end: date({ required: true }),
    /** Effective days: of a stopped leave those until then. */
    days: number({ readOnly: true, integer: true }),
    status: choice(leaveStatuses, { readOnly: true, tones: { planned: 'info', running: 'good', stopped: 'warning' } }),
    stopped_on: date({ readOnly: true }),
  },
  groups: [{ fields: ['member_id', 'product', 'start', 'end', 'reason'] }],
  rules: [fromTo('start', 'end'), isShort],
  list: {
    columns: [
      'member_id',
      'product',
      'start',
      'end',
      'days',
      'status',
      'reason',
      '-member_phone',
      '-stopped_on',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['member_name', 'member_phone', 'reason'],
    filters: ['status', 'product', 'member_id'],
    dates: ['start', 'end', 'created_at', 'updated_at'],
    sort: 'start desc',
  },
  calls: {
    stop: {
      route: 'GET /{id}/stop',
      kind: 'mutation',
      placement: 'record',
      when: { field: 'status', is: ['planned', 'running'] },
      optimistic: { status: 'stopped' },
      confirm: true,
      offline: 'queue',
    },
  },
  wire: { paths: { update: '/update/{id}' } },
})
