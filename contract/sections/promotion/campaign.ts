import { choice, date, email, money, number, phone, reference, rows, text } from '../../kit/field.ts'
import { fromTo } from '../../kit/rule.ts'
import { section } from '../../kit/section.ts'

export const campaign = section('campaign', {
  path: '/crm/in/v1/campaign',
  nav: { group: 'promotion', icon: 'megaphone' },
  permission: 'event',
  readableBy: ['get crm'],
  readableFields: ['name', 'channel', 'status'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    channel: choice(['ads', 'organic', 'event', 'referral', 'broadcast'], { required: true, initial: 'ads' }),
    status: choice(['active', 'paused', 'ended'], { required: true, initial: 'active' }),
    start: date({ required: true }),
    end: date(),
    budget: money(),
    /** The server fills in name, email and phone from the user; the console only shows them. */
    sales: rows(
      { sales_id: reference({ required: true, to: 'sales-user' }), sales_name: text(), sales_email: email(), sales_phone: phone() },
      { max: 50 },
    ),
    leads: number({ readOnly: true, integer: true }),
    closings: number({ readOnly: true, integer: true }),
    utm_source: text({ max: 80 }),
    utm_medium: text({ max: 80 }),
    utm_campaign: text({ max: 80 }),
  },
  groups: [
    { fields: ['name', 'channel', 'status', 'start', 'end', 'budget', 'sales'] },
    { title: 'utm', fields: ['utm_source', 'utm_medium', 'utm_campaign'] },
  ],
  rules: [fromTo('start', 'end')],
  list: {
    columns: [
      'name',
      'channel',
      'status',
      'start',
      'end',
      'sales',
      'leads',
      'closings',
      '-budget',
      '-utm_source',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'utm_source', 'utm_campaign'],
    filters: ['status', 'channel'],
    dates: ['start', 'created_at'],
    sort: 'start desc',
  },
  examples: { remove: { after: ['campaign.create'], body: { ids: [49] } } },
})
