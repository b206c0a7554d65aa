import { choice, date, email, joined, money, number, phone, reference, rows, text } from '../../kit/field/field.ts'
import { fromTo } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'

export const campaign = section('campaign', {
  path: '/crm/in/v1/campaign',
  nav: { group: 'promotion', icon: 'megaphone' },
  permission: 'event',
  /** Leads come from campaigns, and landing pages belong to them. */
  readableBy: ['get crm', 'get promotion'],
  readableFields: ['name', 'channel', 'status'],
  title: 'name',
  options: { all: true, detail: 'channel' },
  fields: {
    name: text({ required: true, max: 120 }),
    channel: choice(['ads', 'organic', 'event', 'referral', 'broadcast'], { required: true, initial: 'ads' }),
    status: choice(['active', 'paused', 'ended'], { required: true, initial: 'active' }),
    start: date({ required: true }),
    end: date(),
    budget: money(),
    /** Current name, email and phone. */
    sales: rows(
      {
        sales_id: reference({ required: true, to: 'user/sales' }),
        sales_name: joined('sales_id.name'),
        sales_email: joined('sales_id.email', email()),
        sales_phone: joined('sales_id.phone', phone()),
      },
      { max: 50 },
    ),
    leads: number({ readOnly: true, integer: true }),
    closings: number({ readOnly: true, integer: true }),
    utm_source: text({ max: 80 }),
    utm_medium: text({ max: 80 }),
    utm_campaign: text({ max: 80 }),
    landing_page: reference({ to: 'landing-page' }),
  },
  groups: [
    { fields: ['name', 'channel', 'status', 'start', 'end', 'budget', 'sales', 'landing_page'] },
    { title: 'utm', fields: ['utm_source', 'utm_medium', 'utm_campaign'] },
  ],
  rules: [fromTo('start', 'end')],
  children: [
    {
      section: 'leads',
      parent: 'campaign_id',
      columns: ['name', 'phone', 'status', 'sales_name', 'next_follow_up', '-city', 'created_at'],
    },
  ],
  duplicate: true,
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
      '-landing_page',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'utm_source', 'utm_campaign'],
    filters: ['status', 'channel', 'budget'],
    dates: ['start', 'created_at'],
    sort: 'start desc',
    inline: ['status'],
    bulkEdit: ['status', 'channel', 'end'],
  },
})
