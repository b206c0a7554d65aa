/** WhatsApp numbers of the business. Credentials are write-only (docs/product/settings.md#whatsapp-numbers). */

import { choice, date, dateTime, flag, number, phone, references, rows, secret, text, textarea } from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { section } from '../../kit/section/section.ts'

export const whatsappNumberTypes = ['sales', 'support'] as const
/** `simulator`: the built-in page; `cloud`: the WhatsApp Cloud API. */
export const channels = ['simulator', 'cloud'] as const
export type Channel = (typeof channels)[number]

const isCloud = { field: 'channel', is: ['cloud'] } as const

export const whatsappNumber = section('whatsapp-number', {
  path: '/crm/in/v1/wa-manager',
  nav: { group: 'other', icon: 'smartphone' },
  backOffice: 'hidden',
  permission: 'whatsapp-number',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    phone: phone({ required: true }),
    type: choice(whatsappNumberTypes, { required: true, initial: 'sales' }),
    users: references({ to: 'user', max: 200 }),
    is_active: flag({ initial: true }),
    channel: choice(channels, { required: true, initial: 'simulator' }),
    /** Cloud API: id of the number, token for sending, secret of webhook signatures. */
    phone_number_id: text({ max: 40, requiredWhen: isCloud, shownWhen: isCloud }),
    /** Account of the number at the provider; used to read templates. */
    business_account_id: text({ max: 40, shownWhen: isCloud }),
    access_token: secret({ max: 500, shownWhen: isCloud }),
    app_secret: secret({ max: 200, shownWhen: isCloud }),
    status: choice(['connected', 'error'], { readOnly: true }),
    /** Error of the provider, verbatim. */
    status_reason: text({ readOnly: true }),
  },
  groups: [
    { fields: ['name', 'phone', 'type', 'is_active', 'users'] },
    { title: 'channel', fields: ['channel', 'phone_number_id', 'business_account_id', 'access_token', 'app_secret'] },
  ],
  list: {
    columns: ['name', 'phone', 'type', 'channel', 'status', 'is_active', 'updated_at', '-updated_by'],
    search: ['name', 'phone'],
    filters: ['type', 'is_active', 'channel', 'status', 'users'],
    sort: 'name asc',
  },
  views: { all: {}, states: { at: 'states' }, notUnderstood: { at: 'not-understood', permission: 'get security-log' } },
  offline: 'refuse',
  switches: { is_active: { by: 'call', path: '/is-active', key: 'is_active' } },
  wire: { removal: { by: 'path' } },
})

/** Of kept items that can be read again. `elsewhere`: of no number that is entered here. */
export const openOutcomes = ['unknown', 'malformed', 'elsewhere'] as const
/** `waiting`: about somebody or something that has not come; read by itself. */
export const keptOutcome = choice([...openOutcomes, 'waiting'], {
  required: true,
  tones: { unknown: 'warning', malformed: 'bad', elsewhere: 'info' },
})

/** What the channel told and nobody here understood, for Root (docs/product/whatsapp.md#not-understood). */
export const keptItems = call({
  name: 'whatsapp-number.kept-items',
  section: 'whatsapp-number',
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/wa-manager/kept-items',
  permission: 'get security-log',
  query: 'list',
  reply: {
    of: 'list',
    fields: {
      id: number({ required: true, integer: true }),
      /** Name of the number; null where the item names none of ours. */
      number: text(),
      /** Id of the business account (WABA) that it came for. */
      account: text(),
      field: text({ required: true }),
      kind: text({ required: true }),
      outcome: keptOutcome,
      at: dateTime({ required: true }),
      /** JSON as received, at most 16 kB, without what is secret. */
      body: textarea({ required: true, verbatim: true }),
    },
  },
})

/**
 * Reads one of them again after an update, and says whether it is understood now (`read`) or not (`left`). Without an id a job of the kind
 * `read-kept-items` reads all; `left` is how many it begins with, and at its end it has `done` of `total` understood.
 */
export const readKeptItems = call({
  name: 'whatsapp-number.read-kept-items',
  section: 'whatsapp-number',
  kind: 'mutation',
  method: 'POST',
  path: '/crm/in/v1/wa-manager/kept-items/read',
  permission: 'get security-log',
  body: { id: number({ integer: true, min: 1 }) },
  offline: 'refuse',
  reply: {
    of: 'object',
    fields: {
      message: text({ required: true }),
      read: number({ required: true, integer: true }),
      left: number({ required: true, integer: true }),
    },
  },
})

/** How WhatsApp's words for a state stand; it has others, too. */
export const stateCode = choice(
  [
    ...(['APPROVED', 'UNFLAGGED', 'ENABLED', 'PUBLISHED', 'PENDING', 'YELLOW', 'PAUSED', 'THROTTLED'] as const),
    ...(['SCHEDULE_FOR_DISABLE', 'RESERVED', 'REJECTED', 'DISABLED', 'FLAGGED', 'BLOCKED', 'ACTIVE'] as const),
  ],
  {
    tones: {
      ...{ APPROVED: 'good', UNFLAGGED: 'good', ENABLED: 'good', PUBLISHED: 'good' },
      ...{
        PENDING: 'warning',
        YELLOW: 'warning',
        PAUSED: 'warning',
        THROTTLED: 'warning',
        SCHEDULE_FOR_DISABLE: 'warning',
        RESERVED: 'warning',
      },
      ...{ REJECTED: 'bad', DISABLED: 'bad', FLAGGED: 'bad', BLOCKED: 'bad', ACTIVE: 'bad' },
    },
  },
)

/** The latest states of accounts, numbers, templates and forms, as WhatsApp tells them (docs/product/whatsapp.md#states). */
export const channelStates = call({
  name: 'whatsapp-number.states',
  section: 'whatsapp-number',
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/wa-manager/states',
  permission: 'get whatsapp-number',
  query: 'list',
  reply: {
    of: 'list',
    fields: {
      id: number({ required: true, integer: true }),
      /** Names of the number, or of all numbers of the account. */
      name: text(),
      account: text({ required: true }),
      /** Id of the number; null for a state of the whole account. */
      number: number({ integer: true }),
      kind: text({ required: true }),
      /** A template's name and language, a form's id; '' else. */
      subject: text(),
      /** Why it needs somebody; null where it does not, or not any more. */
      alert: text(),
      /** What has happened and what to do, in every language; none where it needs nobody. */
      words: rows({ language: text({ required: true }), said: text({ required: true }), todo: text({ required: true }) }),
      /** What WhatsApp says, by its names. */
      values: rows({ name: text({ required: true }), value: text() }),
      at: dateTime({ required: true }),
    },
  },
})

/** Numbers a person may start chats from (size 1000); refused with 'You do not have permission to initiate chat'. */
export const ownNumbers = call({
  name: 'whatsapp-number.sales',
  section: 'whatsapp-number',
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/wa-manager/sales',
  permission: ['create crm', 'update crm'],
  query: 'list',
  reply: {
    of: 'list',
    fields: {
      id: number({ required: true }),
      name: text({ required: true }),
      phone: text({ required: true }),
      type: choice(whatsappNumberTypes, { required: true }),
    },
  },
})

/** The version of the WhatsApp Cloud API that this server calls, and its end; nulls where it is not known. */
export const cloudVersion = call({
  name: 'whatsapp-number.version',
  section: 'whatsapp-number',
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/wa-manager/version',
  permission: 'get whatsapp-number',
  reply: { of: 'object', fields: { version: text(), ends_on: date(), days: number({ integer: true }) } },
  silent: true,
})
