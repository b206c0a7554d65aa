import { productKinds, productSections } from '../../choices/product-kinds.ts'
import { promoTypes } from '../../commerce/promo-rule.ts'
import { choice, date, dateTime, type Fields, flag, money, number, reference, references, rows, text } from '../../kit/field/field.ts'
import { fromTo, type Rule } from '../../kit/field/rule.ts'
import { section } from '../../kit/section/section.ts'
import { exportFormats } from '../../kit/section/sheet.ts'

/** Maximum unique codes per batch. */
export const maxBulkCodes = 10_000

const lettersAndDigits = { regex: /^[A-Za-z0-9]+$/, code: 'letters_digits' }
const aPercentage = { field: 'discount_kind', is: ['percent'] } as const

/** 0.01 to 100 percent in hundredths, or whole rupiah. */
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

/** An order with the code. */
export const promoUse = {
  id: number({ required: true, integer: true }),
  member_id: number({ required: true, integer: true }),
  member_name: text({ required: true }),
  order_id: number({ required: true, integer: true }),
  order_number: text({ required: true }),
  /** Discount, in rupiah. */
  amount: money({ required: true }),
  created_at: dateTime({ required: true }),
} as const satisfies Fields

/** A batch of codes. */
export const promoBatch = {
  /** Id of its first code. */
  id: number({ required: true, integer: true }),
  batch: text({ required: true }),
  name: text(),
  codes: number({ required: true, integer: true }),
  /** Orders that use one at present. */
  used: number({ required: true, integer: true }),
  /** Active codes. */
  active: number({ required: true, integer: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
} as const satisfies Fields

/** Discount of a code, in rupiah. */
export const promoOffer = {
  /** The requested code, or the best; null for none. */
  code: text(),
  /** Sum of the eligible lines. */
  eligible: money({ required: true }),
  discount: money({ required: true }),
  total: money({ required: true }),
} as const satisfies Fields

/**
 * Planned order of a member. Without `items`: one of each product of the category; without `code`: the best of all readable codes that are
 * not unique ones.
 */
export const promoQuestion = {
  customer_id: reference({ required: true, to: 'member' }),
  /** Category of the products; not the code's type. */
  type: { ...choice(productKinds, { required: true }), of: 'promotion-code.apply.type' },
  product_id: references({ required: true, to: '{type}', max: 50 }),
  code: text({ max: 40 }),
  items: rows(
    {
      category: choice(productKinds, { required: true }),
      product_id: number({ required: true, integer: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
      /** Ref of a variant. */
      variant: text({ max: 60 }),
      qty: number({ required: true, integer: true, min: 1, max: 999 }),
    },
    { max: 50 },
  ),
} as const satisfies Fields

const product = reference({ to: '{category}', sections: productSections })

/** Discounts by a code (docs/product/promotion.md#promo-codes). */
export const promotionCode = section('promotion-code', {
  path: '/transaction/in/v1/promo-code',
  nav: { group: 'promotion', icon: 'ticket-percent' },
  permission: 'product',
  title: 'code',
  fields: {
    /** Stored in upper case. */
    code: text({ required: true, max: 40, pattern: lettersAndDigits, unique: true }),
    name: text({ max: 120 }),
    discount_kind: choice(['percent', 'amount'], { required: true, initial: 'percent' }),
    value: number({ required: true, min: 0.01, max: 1_000_000_000 }),
    max_discount: money({ min: 1, max: 1_000_000_000, shownWhen: aPercentage }),
    min_amount: money({ min: 1, max: 1_000_000_000 }),
    /** Empty: everything sold; without product: the whole category. */
    products: rows({ category: choice(productKinds, { required: true, initial: 'membership' }), product_id: product }, { max: 50 }),
    type: choice(promoTypes, { required: true, initial: 'all' }),
    quota: number({ integer: true, min: 1, max: 1_000_000 }),
    /** Maximum orders per member; over a whole batch. */
    member_limit: number({ integer: true, min: 1, max: 1_000 }),
    start: date({ required: true }),
    end: date({ required: true }),
    is_active: flag({ initial: true }),
    used: number({ readOnly: true, required: true, integer: true }),
    /** Derived from switch, days and quota. */
    status: choice(['running', 'planned', 'ended', 'used_up', 'off'], {
      readOnly: true,
      tones: { running: 'good', planned: 'info', used_up: 'warning' },
    }),
    /** Name of the batch, such as 'VIP-261125-K7QX'. */
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
    bulkEdit: ['is_active'],
  },
  views: { all: {}, batches: { at: 'batches' } },
  switches: { is_active: { by: 'put' } },
  duplicate: true,
  export: { path: '/export' },
  calls: {
    used: { route: 'GET /{id}/used', query: 'list', reply: { of: 'list', fields: promoUse } },
    usedExport: {
      route: 'GET /{id}/used/export',
      query: 'list',
      listQuery: { format: choice(exportFormats, { initial: 'xlsx' }) },
      reply: { of: 'blob', type: 'application/octet-stream' },
    },
    /** Creates active codes of quota 1 with this one's terms. `prefix`: their start, by default the code itself. */
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
    /** Newest first; filtered like codes. */
    batches: { route: 'GET /batches', query: 'list', reply: { of: 'list', fields: promoBatch } },
    /** All codes of a batch. */
    switchBatch: {
      route: 'PUT /batches',
      body: { batch: text({ required: true, max: 80 }), is_active: flag({ required: true }) },
      undoneBy: 'switchBatch',
    },
    /** Checks a code for a planned order. Reserves nothing. */
    apply: {
      route: 'POST /apply',
      kind: 'query',
      permission: ['get product', 'create transaction'],
      body: promoQuestion,
      reply: { of: 'record', fields: promoOffer },
      incomplete: 'Requires member data, product category data, and product data to check promo codes',
    },
  },
})
