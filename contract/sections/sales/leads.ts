import { leadStatuses } from '../../choices/options.ts'
import { choice, dateTime, email, phone, reference, references, rows, tags, text, textarea } from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'

const ofPage = { field: 'page', not: [null, ''] } as const
const ofAd = { field: 'ad', not: [null, ''] } as const

/** Leads: regular calls, own screens. Salespeople see their own and unassigned ones. */
export const leads = section('leads', {
  kind: 'board',
  path: '/crm/in/v1/lead',
  nav: { group: 'sales', icon: 'badge-check' },
  backOffice: { path: '/crm/in/v1/lead/etf', hidden: true },
  permission: 'crm',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    phone: phone({ required: true }),
    email: email({ max: 160 }),
    city: text({ max: 80 }),
    status: choice(leadStatuses, { required: true, initial: 'new' }),
    campaign_id: reference({ to: 'campaign' }),
    campaign_name: text({ readOnly: true }),
    lead_sources: rows(
      {
        campaign_id: reference({ to: 'campaign' }),
        campaign_name: text(),
        source: text({ max: 80 }),
        at: dateTime(),
        /** Title of the landing page whose form it came from, and what the page's address said. */
        page: text({ max: 160, shownWhen: ofPage }),
        utm_source: text({ max: 80, shownWhen: ofPage }),
        utm_medium: text({ max: 80, shownWhen: ofPage }),
        utm_campaign: text({ max: 80, shownWhen: ofPage }),
        /** Headline and address of the advertisement that brought the chat which it was made from. */
        ad: text({ max: 300, shownWhen: ofAd }),
        link: text({ max: 2_000, shownWhen: ofAd }),
      },
      { max: 20 },
    ),
    /** 0 is 'Unassigned'. */
    sales: reference({ to: 'user/sales', unassigned: true, initial: 0, aliases: ['sales_id'] }),
    sales_name: text({ readOnly: true }),
    tags: tags({ max: 20 }),
    notes: textarea({ max: 5_000 }),
    last_follow_up: dateTime(),
    next_follow_up: dateTime(),
  },
  list: {
    columns: [
      'name',
      'phone',
      'status',
      'campaign_name',
      'sales_name',
      'next_follow_up',
      '-tags',
      '-city',
      '-email',
      '-last_follow_up',
      '-notes',
      '-created_at',
      '-created_by',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'phone', 'email', 'city', 'notes', 'campaign_name', 'tags'],
    filters: ['status', 'sales', 'campaign_id', 'tags', 'city'],
    dates: ['created_at', 'updated_at', 'last_follow_up', 'next_follow_up'],
    sort: 'created_at desc',
  },
  /** `?fr=dashboard`: returns to the home, and begins with what came of a call. */
  search: { fr: { back: ['dashboard'] } },
  export: { path: '/export', dateRule: true },
  import: { path: '/import', key: 'phone' },
})

/** PUT /crm/in/v1/lead/status, one lead or many. */
export const leadStatus = call({
  name: 'leads.status',
  section: 'leads',
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: '/crm/in/v1/lead/status',
  permission: 'update crm',
  body: { ids: references({ required: true, max: 1_000, aliases: ['id'] }), status: choice(leadStatuses, { required: true }) },
  reply: { of: 'removal' },
  offline: 'queue',
})

/**
 * PUT /crm/in/v1/lead/assign: assigns leads to a salesperson, 0 for none. Several at once need 'delete crm' as well
 * (docs/product/access.md#bulk-transfer).
 */
export const leadAssign = call({
  name: 'leads.assign',
  section: 'leads',
  action: 'bulkUpdate',
  kind: 'mutation',
  method: 'PUT',
  path: '/crm/in/v1/lead/assign',
  permission: 'update assign-sales',
  body: {
    ids: references({ required: true, max: 1_000, aliases: ['id'] }),
    sales: reference({ required: true, to: 'user/sales', unassigned: true, aliases: ['sales_id'] }),
  },
  reply: { of: 'removal' },
  offline: 'queue',
})
