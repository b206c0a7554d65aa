import { productKinds } from '../../choices/product-kinds.ts'
import { promoTypes } from '../../commerce/promo-rule.ts'
import { choice, date, dateTime, type Fields, flag, money, number, reference, references, rows, text } from '../../kit/field/field.ts'
import { fromTo, type Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { exportFormats } from '../../kit/section/sheet.ts'

/** As many unique codes as are made in one go. */
export const maxBulkCodes = 10_000

const lettersAndDigits = { regex: /^[A-Za-z0-9]+$/, code: 'letters_digits' }
const aPercentage = { field: 'discount_kind', is: ['percent'] } as const

/** A percentage from 0.01 to 100 in hundredths, or an amount in whole rupiah. */
const isValue = [
  {
    field: 'value',
    code: 'percent',
    test: ({ discount_kind, value }) =>
      discount_kind !== 'percent' ||
      typeof value !== 'number' ||
      (value <= 100 && value >= 0.01 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
  },
  {
    field: 'value',
    code: 'integer',
    test: ({ discount_kind, value }) => discount_kind !== 'amount' || typeof value !== 'number' || Number.isInteger(value),
  },
] as const satisfies readonly Rule[]

/** One order that uses the code. */
export const promoUse = {
  id: number({ required: true, integer: true }),
  member_id: number({ required: true, integer: true }),
  member_name: text({ required: true }),
  order_id: number({ required: true, integer: true }),
  order_number: text({ required: true }),
  /** What was taken off, in rupiah. */
  amount: money({ required: true }),
  created_at: dateTime({ required: true }),
} as const satisfies Fields

/** Codes that were made together. */
export const promoBatch = {
  /** The number of its first code. */
  id: number({ required: true, integer: true }),
  batch: text({ required: true }),
  name: text(),
  codes: number({ required: true, integer: true }),
  /** Orders that use one of them now. */
  used: number({ required: true, integer: true }),
  /** Codes that are switched on. */
  active: number({ required: true, integer: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
} as const satisfies Fields

/** What a code would take off, in rupiah. */
export const promoOffer = {
  /** The one that was asked about, or the best there is; null where none is offered. */
  code: text(),
  /** The sum of the lines that it is for. */
  eligible: money({ required: true }),
  discount: money({ required: true }),
  total: money({ required: true }),
} as const satisfies Fields

/**
 * What a member is about to buy. Without `items` it is one of each product of the category; without `code` the answer is the code that
 * takes most off, of those that whoever asks may read and that are no unique ones.
 */
export const promoQuestion = {
  customer_id: reference({ required: true, to: 'member' }),
  /** The category of the products; not the code's own type. */
  type: { ...choice(productKinds, { required: true }), of: 'promotion-code.apply.type' },
  product_id: references({ required: true, to: '{type}', max: 50 }),
  code: text({ max: 40 }),
  items: rows(
    {
      category: choice(productKinds, { required: true }),
      product_id: number({ required: true, integer: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
      /** The ref of a variant. */
      variant: text({ max: 60 }),
      qty: number({ required: true, integer: true, min: 1, max: 999 }),
    },
    { max: 50 },
  ),
} as const satisfies Fields

const product = reference({ to: '{category}' })

/** Discounts by a code (docs/product/promotion.md#promo-codes). */
export const promotionCode = section('promotion-code', {
  path: '/transaction/in/v1/promo-code',
  nav: { group: 'promotion', icon: 'ticket-percent' },
  permission: 'product',
  title: 'code',
  fields: {
    /** Kept in upper case, however it is written. */
    code: text({ required: true, max: 40, pattern: lettersAndDigits, unique: true }),
    name: text({ max: 120 }),
    discount_kind: choice(['percent', 'amount'], { required: true, initial: 'percent' }),
    value: number({ required: true, min: 0.01, max: 1_000_000_000 }),
    max_discount: money({ min: 1, max: 1_000_000_000, shownWhen: aPercentage }),
    min_amount: money({ min: 1, max: 1_000_000_000 }),
    /** Nothing is everything that is sold; no product is all of the category. */
    products: rows({ category: choice(productKinds, { required: true, initial: 'membership' }), product_id: product }, { max: 50 }),
    type: choice(promoTypes, { required: true, initial: 'all' }),
    quota: number({ integer: true, min: 1, max: 1_000_000 }),
    /** Orders of one member at most; of codes that were made together, over all of them. */
    member_limit: number({ integer: true, min: 1, max: 1_000 }),
    start: date({ required: true }),
    end: date({ required: true }),
    is_active: flag({ initial: true }),
    used: number({ readOnly: true, required: true, integer: true }),
    /** Derived from what it is switched to, its days and its quota. */
    status: choice(['running', 'planned', 'ended', 'used_up', 'off'], {
      readOnly: true,
      tones: { running: 'good', planned: 'info', used_up: 'warning' },
    }),
    /** The name of codes that were made together, such as 'VIP-261125-K7QX'. */
    batch: text({ readOnly: true }),
  },
  rules: [...isValue, fromTo('start', 'end')],
  groups: [
    { fields: ['code', 'name'] },
    { title: 'discount', fields: ['discount_kind', 'value', 'max_discount', 'min_amount'] },
    { title: 'who', fields: ['products', 'type', 'member_limit'] },
    { title: 'when', fields: ['start', 'end', 'quota', 'is_active'] },
  ],
  list: {
    columns: [
      'code',
      'name',
      'value',
      'type',
      'used',
      'start',
      'end',
      'status',
      'is_active',
      '-products',
      '-max_discount',
      '-min_amount',
      '-member_limit',
      '-batch',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['code', 'name'],
    filters: ['status', 'type', 'discount_kind', 'is_active', 'batch'],
    dates: ['start', 'end', 'created_at'],
    sort: 'created_at desc',
  },
  views: { all: {}, batches: { at: 'batches' } },
  switches: { is_active: { by: 'put' } },
  duplicate: true,
  export: { path: '/export' },
  calls: {
    used: { route: 'GET /{id}/used', query: 'list', reply: { of: 'list', fields: promoUse } },
    usedExport: {
      route: 'GET /{id}/used/export',
      query: { format: choice(exportFormats, { initial: 'xlsx' }) },
      reply: { of: 'blob', type: 'application/octet-stream' },
    },
    /** Codes of quota 1 with the terms of this one, switched on. `prefix`: what each begins with, the code itself where nothing is given. */
    bulk: {
      route: 'POST /{id}/bulk',
      body: {
        count: number({ required: true, integer: true, min: 1, max: maxBulkCodes, initial: 100 }),
        prefix: text({ max: 24, pattern: lettersAndDigits }),
      },
      placement: 'record',
      permission: 'create product',
      reply: { of: 'message' },
    },
    /** The newest first; filtered as codes are. */
    batches: { route: 'GET /batches', query: 'list', reply: { of: 'list', fields: promoBatch } },
    /** All codes of a batch at once. */
    switchBatch: {
      route: 'PUT /batches',
      body: { batch: text({ required: true, max: 80 }), is_active: flag({ required: true }) },
      example: { body: { batch: 'INTERNAL-DEMO', is_active: true } },
    },
    /** Whether a code holds for what a member is about to buy. Holds nothing. */
    apply: {
      route: 'POST /apply',
      kind: 'query',
      permission: ['get product', 'create transaction'],
      body: promoQuestion,
      reply: { of: 'record', fields: promoOffer },
      example: { body: { customer_id: 1, type: 'membership', product_id: [1], code: 'HEMAT10', items: undefined } },
    },
  },
  examples: { create: { body: { start: '2026-01-01', end: '2026-12-31', value: 12.5, products: [{ category: 'membership' }] } } },
})
