import { paymentStatuses } from '../../choices/payment-statuses.ts'
import { productKinds, productSections } from '../../choices/product-kinds.ts'
import { isProven } from '../../commerce/is-proven.ts'
import { paymentRules, paymentWindow } from '../../commerce/payment-change.ts'
import { refundRules, refundWindow } from '../../commerce/refund.ts'
import {
  choice,
  choices,
  dateTime,
  digits,
  email,
  type Fields,
  files,
  joined,
  money,
  number,
  object,
  phone,
  reference,
  rows,
  text,
  textarea,
} from '../../kit/field/field.ts'
import { isRecord } from '../../kit/field/guards.ts'
import type { Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'

export const paymentMethods = ['transfer', 'cash', 'qris', 'card'] as const

/** Pictures of a transfer, in a phone's formats. A row has addresses of the call `proof`. */
const proof = files({
  max: 5,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 10_000_000,
  storage: 'private',
})

export const confirmationSent = 'Confirmation sent'

/** The buyer is a member, or becomes one by this order. */
const isSold = {
  field: 'member_id',
  code: 'required',
  test: ({ member_id, customer }) => (member_id != null && member_id !== '') !== isRecord(customer),
} as const satisfies Rule

/** A paid order has its proof. A code may make the order free, which only the server knows; lines without a price are its, too. */
const isPaidWithProof = {
  field: 'proof',
  code: 'required',
  test: ({ payment_status, payment_method, proof: pictures, promo_code, items }) => {
    if (payment_status !== 'paid' || (promo_code != null && promo_code !== '')) return true
    const lines = Array.isArray(items) ? items.filter(isRecord) : []
    const total = lines.reduce((sum, { price, qty }) => sum + Number(price ?? 0) * Number(qty ?? 1), 0)
    return isProven({ proofs: Array.isArray(pictures) ? pictures.length : 0, method: payment_method, total })
  },
} as const satisfies Rule

/** Of PUT /{id}/payment-status. */
export const payBody = {
  payment_status: choice(['paid', 'cancel', 'expired'], { required: true, initial: 'paid' }),
  paid_at: dateTime(),
  bank: reference({ to: 'bank' }),
  proof: { ...proof, adds: true },
  /** Why a paid order is cancelled, if the order has no note that says it. */
  note: textarea({ max: 2_000 }),
  /** What goes back when a paid order is cancelled; nothing by default. */
  refund: money(),
} as const satisfies Fields

/** Of POST /{id}/refunds (docs/product/orders.md#refunds). */
export const refundBody = {
  amount: money({ required: true, min: 1 }),
  reason: textarea({ required: true, max: 500 }),
  /** Default: now. */
  refunded_at: dateTime(),
} as const satisfies Fields

/** An order. Its lines never change; payment, proof and note do, each by its own call (docs/product/orders.md). */
export const transaction = section('transaction', {
  path: '/transaction/in/v1/orders',
  nav: { group: 'sales', icon: 'receipt-text' },
  permission: 'transaction',
  title: 'order_number',
  encoding: 'multipart',
  actions: ['create', 'get', 'delete'],
  fields: {
    order_number: text({ readOnly: true }),
    member_id: reference({ to: 'member' }),
    member_name: joined('member_id.name'),
    member_phone: joined('member_id.phone', phone()),
    /** A new member; an existing one by phone is used. */
    customer: object(
      { name: text({ required: true, max: 120 }), phone: phone({ required: true }), email: email({ max: 160 }) },
      { shownWhen: { field: 'member_id', is: [null, ''] } },
    ),
    items: rows(
      {
        category: choice(productKinds, { required: true, initial: 'membership' }),
        product_id: reference({ required: true, to: '{category}', sections: productSections }),
        /** Ref of a variant. */
        variant: text({ max: 60 }),
        name: text({ readOnly: true }),
        /** Quoted price; default is the price at ordering. */
        price: money({ max: 1_000_000_000 }),
        qty: number({ required: true, integer: true, min: 1, max: 999, initial: 1 }),
        discount: money({ readOnly: true }),
      },
      { required: true, min: 1, max: 50 },
    ),
    promo_code: text({ max: 40, pattern: { regex: /^[A-Za-z0-9]+$/, code: 'letters_digits' } }),
    subtotal: money({ readOnly: true }),
    discount: money({ readOnly: true }),
    total: money({ readOnly: true }),
    /** Sum of `refunds`. */
    refunded: money({ readOnly: true, inHistory: true }),
    refunds: rows({ ...refundBody, created_at: dateTime(), created_by: text() }, { readOnly: true }),
    payment_method: choice(paymentMethods, { initial: 'transfer' }),
    bank: reference({ to: 'bank' }),
    bank_name: joined('bank.bank_name'),
    bank_account: joined('bank.account_number', digits()),
    proof,
    payment_status: choice(paymentStatuses, { initial: 'unpaid', tones: { paid: 'good', unpaid: 'warning' } }),
    order_date: dateTime(),
    paid_at: dateTime({ shownWhen: { field: 'payment_status', is: ['paid'] } }),
    due_at: dateTime({ readOnly: true }),
    /** Time of the last repeated confirmation. */
    confirmed_at: dateTime({ readOnly: true }),
    sales: reference({ to: 'user/sales', aliases: ['sales_id'] }),
    sales_name: joined('sales.name'),
    campaign_id: reference({ to: 'campaign' }),
    campaign_name: joined('campaign_id.name'),
    lead_id: reference({ to: 'leads' }),
    source: choice(['lead', 'chat', 'walk-in'], { initial: 'walk-in' }),
    flags: choices(['proof_seen', 'same_order', 'other_sales'], { readOnly: true }),
    note: textarea({ max: 2_000 }),
  },
  rules: [isSold, isPaidWithProof],
  groups: [
    { title: 'customer', fields: ['member_id', 'customer'] },
    { title: 'items', fields: ['items', 'promo_code'] },
    { title: 'payment', fields: ['payment_method', 'bank', 'payment_status', 'paid_at', 'proof', 'note'] },
    { title: 'origin', fields: ['sales', 'source', 'campaign_id', 'lead_id', 'order_date'], side: true },
  ],
  list: {
    columns: [
      'order_number',
      'member_id',
      'items',
      'total',
      'payment_status',
      'sales',
      'order_date',
      'due_at',
      '-promo_code',
      '-discount',
      '-refunded',
      '-payment_method',
      '-bank',
      '-paid_at',
      '-source',
      '-campaign_id',
      '-flags',
      '-note',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['order_number', 'member_name', 'member_phone', 'promo_code', 'note'],
    filters: ['payment_status', 'member_id', 'sales', 'source', 'payment_method', 'campaign_id', 'total'],
    dates: ['order_date', 'paid_at', 'created_at', 'updated_at'],
    sort: 'created_at desc',
  },
  /** `?fr=chat-platform`: returns to the chat (docs/product/access.md#routes); likewise to a lead. */
  search: { fr: { back: ['chat-platform', 'leads'] }, customer_id: { sets: 'member_id' }, renew: { starts: 'items' } },
  export: { path: '/export', permission: 'export transaction', dateRule: true, nested: ['items', 'refunds'] },
  removeNeeds: { call: 'note', field: 'note', when: { field: 'payment_status', is: ['paid'] } },
  trash: {
    list: '/trashed',
    one: '/trashed/{id}',
    restore: '/trashed/{id}/restore',
    view: {
      at: 'restore',
      backOffice: 'hidden',
      columns: ['order_number', 'member_id', 'items', 'total', 'payment_status', 'updated_at', 'updated_by'],
    },
  },
  calls: {
    /** Orders by phone: of the member, or of the order. */
    historyOfPhone: { route: 'GET /history/phone', query: 'list' },
    /** Orders of a member. */
    historyOf: { route: 'GET /history/{member_id}', query: 'list' },
    /** What the orders of a list come to: of a filtered product its lines alone. As reports count it, without what went back. */
    sum: {
      route: 'GET /sum',
      query: 'list',
      reply: { of: 'object', fields: { orders: number({ required: true, integer: true }), total: money({ required: true }) } },
      silent: true,
    },
    note: { route: 'PUT /{id}/note', body: ['note'], placement: 'record', offline: 'queue' },
    pay: {
      route: 'PUT /{id}/payment-status',
      body: payBody,
      encoding: 'multipart',
      placement: 'record',
      when: { field: 'payment_status', is: ['unpaid', 'expired', 'paid'] },
      judges: true,
      rules: paymentRules,
      window: paymentWindow,
      offline: 'queue',
    },
    refund: {
      route: 'POST /{id}/refunds',
      body: refundBody,
      placement: 'record',
      when: { field: 'payment_status', is: ['paid', 'cancel'] },
      judges: true,
      rules: refundRules,
      window: refundWindow,
      offline: 'queue',
    },
    resend: {
      route: 'GET /{id}/resend-confirmation',
      kind: 'mutation',
      placement: 'record',
      when: { field: 'payment_status', is: ['unpaid', 'paid'] },
      judges: true,
      confirm: true,
      success: confirmationSent,
      reply: { of: 'message' },
    },
    /** A proof's content, or a small picture of it. */
    proof: {
      route: 'GET /{id}/proofs/{sha256}/{name}',
      query: { small: choice(['yes']) },
      reply: { of: 'blob', type: 'application/octet-stream' },
      silent: true,
      inTrash: true,
    },
    receipt: {
      route: 'GET /{id}/receipt',
      kind: 'query',
      placement: 'record',
      when: { field: 'payment_status', is: ['paid'] },
      reply: { of: 'blob', type: 'application/pdf' },
    },
  },
})
