import { products } from '../../choices/options.ts'
import { correctionWindow } from '../../commerce/correction.ts'
import { remainingSteps } from '../../commerce/member-access.ts'
import { entryKinds } from '../../commerce/membership-ledger.ts'
import {
  choice,
  choices,
  date,
  dateTime,
  email,
  type Fields,
  flag,
  joined,
  number,
  object,
  phone,
  reference,
  references,
  rows,
  tags,
  text,
  textarea,
} from '../../kit/field/field.ts'
import { historyFields } from '../../kit/section/history.ts'
import { section } from '../../kit/section/section.ts'
import { activityFields } from './activity.ts'
import { accountTypes, endFields, retentionFields } from './retention-fields.ts'

/** Days in which a deleted member can be restored, before personal data is erased. */
export const erasedAfterDays = 30

const jobs = ['employee', 'civil servant', 'entrepreneur', 'professional', 'student', 'homemaker', 'retired', 'other'] as const

/** Ledger entry of an account, on the server's day, with its current effect (contract/commerce/membership-ledger.ts). */
export const entryFields = {
  position: number({ required: true, integer: true }),
  kind: choice(entryKinds, { required: true }),
  on: date({ required: true }),
  /** By which it moved the end when it was written, without the gap. */
  days: number({ required: true, integer: true }),
  /** Last day of access before and after it was written; null without access. */
  before: date(),
  after: date(),
  /** Days without access, skipped by a grant. */
  gap: number({ required: true, integer: true }),
  /** Voided: without effect. */
  is_voided: flag({ required: true }),
  /** Position of the entry that it voids, unvoids or changes. */
  target: number({ integer: true }),
  source: text({ required: true }),
  order_number: text(),
  /** If the person may open the order. */
  order_id: number({ integer: true }),
  leave_start: date(),
  leave_end: date(),
  reason: text(),
  created_by: text(),
} as const satisfies Fields

export const accountFields = {
  product: choice(products, { required: true }),
  type: choice(accountTypes, { required: true }),
  expires_on: date(),
  remaining: number({ integer: true }),
  entries: rows(entryFields),
} as const satisfies Fields

/** A class or a program of a paid order. */
export const ownedFields = {
  category: choice(['onlineclass', 'academy'], { required: true }),
  ref: text({ required: true }),
  title: text({ required: true }),
  since: dateTime(),
  lesson_count: number({ required: true, integer: true }),
  completed: number({ required: true, integer: true }),
} as const satisfies Fields

/** Members and their access. Salespeople see their own and unassigned ones (docs/product/members.md#fields). */
export const member = section('member', {
  path: '/member/in/v1/members',
  nav: { group: 'member', icon: 'users' },
  backOffice: { only: { company_code: 'ETF' } },
  permission: 'member',
  readableBy: ['get transaction', 'get crm'],
  readableFields: ['name', 'phone', 'email', 'sales_id', 'sales_name', 'access', 'status'],
  title: 'name',
  options: { detail: 'phone' },
  fields: {
    name: text({ required: true, max: 120 }),
    phone: phone({ required: true, unique: true }),
    email: email({ max: 160 }),
    gender: choice(['male', 'female']),
    birth_date: date(),
    city: text({ max: 80 }),
    job: choice(jobs),
    /** 0 is 'Unassigned'. */
    sales_id: reference({ to: 'user/sales', unassigned: true, initial: 0, aliases: ['sales'] }),
    sales_name: joined('sales_id.name'),
    /** The same person in the base contract's form (docs/product/members.md#fields). */
    sales: object(
      { sales_id: number({ required: true, integer: true }), sales_name: text(), sales_phone: text(), sales_email: text() },
      { readOnly: true },
    ),
    company_code: choice(['EMT', 'ETF'], { initial: 'EMT', modes: { EMT: 'full' } }),
    tags: tags({ max: 20 }),
    notes: textarea({ max: 5_000 }),
    /** Default: the day of the first record. */
    joined_at: date({ made: true }),
    access: choice(['vip', 'regular'], { readOnly: true }),
    status: choice(['active', 'expired', 'cuti', 'customer', 'deleted'], {
      readOnly: true,
      tones: { active: 'good', cuti: 'info', deleted: 'bad' },
    }),
    /** Accounts with a grant, latest end first; `remaining` is negative after the end. */
    products: rows(
      {
        product: choice(products, { required: true }),
        type: choice(accountTypes, { required: true }),
        expires_on: date({ required: true }),
        remaining: number({ required: true, integer: true }),
      },
      { readOnly: true },
    ),
    /** Planned or running leave. */
    leaves: rows(
      { product: choice(products, { required: true }), start: date({ required: true }), end: date({ required: true }) },
      { readOnly: true },
    ),
    product: choices(products, { readOnly: true }),
    /** Steps that a product's end is within. */
    remaining: choices(remainingSteps, { readOnly: true }),
    /** Nearest last day of access that has not passed; null without one. */
    ends_on: date({ readOnly: true }),
    /** Of a deleted member: end of full restoration. */
    deleted_at: dateTime({ readOnly: true }),
    deletion_reason: text({ readOnly: true }),
    erased_at: dateTime({ readOnly: true }),
  },
  groups: [
    { fields: ['name', 'phone', 'email'] },
    { title: 'person', fields: ['gender', 'birth_date', 'city', 'job'] },
    { title: 'more', fields: ['tags', 'notes'] },
    { title: 'care', fields: ['sales_id', 'joined_at', 'company_code'], side: true },
  ],
  list: {
    columns: [
      'name',
      'phone',
      'status',
      'access',
      'products',
      'ends_on',
      'sales_id',
      '~city',
      '-email',
      '-tags',
      '-gender',
      '-birth_date',
      '-job',
      '-company_code',
      '~joined_at',
      '-notes',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['name', 'phone', 'email'],
    filters: ['status', 'access', 'product', 'remaining', 'sales_id', 'tags', 'company_code', 'gender', 'job', 'city'],
    dates: ['joined_at', 'created_at', 'updated_at'],
    sort: 'created_at desc',
    bulkEdit: ['company_code'],
  },
  children: [
    {
      section: 'transaction',
      parent: 'member_id',
      call: 'historyOf',
      columns: ['order_number', 'items', 'total', 'payment_status', 'order_date', '-sales', '-due_at', '-note'],
    },
    { section: 'participant', parent: 'member_id', columns: ['event_id', 'state', 'attended', 'registered_at'] },
    { section: 'member-cuti', parent: 'member_id', columns: ['product', 'start', 'end', 'days', 'status', 'reason'] },
  ],
  /** `?fr=chat-platform`: returns to the chat (docs/product/access.md#routes). */
  search: { fr: { back: ['chat-platform'] } },
  views: { all: {}, alert: { at: 'alert' }, history: { at: 'history' } },
  trash: {
    list: '/member/in/v1/account-deletion',
    one: '/member/in/v1/account-deletion/{id}',
    restore: 'POST /member/in/v1/account-deletion/reactivate',
    restorableDays: erasedAfterDays,
    view: { at: 'restore', columns: ['name', 'phone', 'deleted_at', 'deletion_reason', 'updated_by'] },
  },
  calls: {
    /** Changes of all visible members, newest first. */
    histories: {
      route: 'GET /member/in/v1/histories',
      query: 'list',
      reply: {
        of: 'list',
        fields: { ...historyFields, member_id: reference({ to: 'member', readOnly: true }), member_name: text({ readOnly: true }) },
      },
    },
    /** Accounts of a member with entries that moved their ends, and the classes and programs that they bought, latest first. */
    timeline: {
      route: 'GET /{id}/memberships',
      reply: { of: 'object', fields: { accounts: rows(accountFields), owned: rows(ownedFields) } },
    },
    /** Events of or for the member, newest first; `section` is a filter. */
    activity: { route: 'GET /{id}/activity', query: 'list', reply: { of: 'list', fields: activityFields, omitTotal: true } },
    /** Manual correction of an end, like a row of an import (docs/product/members.md#correction-by-hand). */
    memberships: {
      route: 'PUT /{id}/memberships',
      body: {
        product: choice(products, { required: true }),
        type: choice(accountTypes, { required: true, initial: 'Regular' }),
        expires_on: date({ required: true }),
        reason: text({ required: true, max: 500 }),
      },
      window: correctionWindow,
      placement: 'record',
      offline: 'queue',
    },
    assign: {
      route: 'PUT /assign',
      body: {
        ids: references({ required: true, to: 'member', max: 1_000, aliases: ['id'] }),
        sales_id: reference({ required: true, to: 'user/sales', unassigned: true, aliases: ['sales'] }),
      },
      permission: 'update assign-sales',
      reply: { of: 'removal' },
      placement: 'selection',
      offline: 'queue',
    },
  },
  export: { path: '/export', nested: ['products'] },
  import: {
    path: '/import',
    key: 'phone',
    fields: retentionFields,
    wide: { columns: endFields, replaces: ['product', 'type', 'expires_on'] },
  },
  wire: { clearsLists: true },
})
