/** Products' prices and offers over time, promo codes, and orders with their lines. */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { campaigns, leads } from './crm.ts'
import { people } from './identities.ts'
import { members } from './members.ts'
import { users } from './people.ts'
import { record } from './record.ts'

/** One row per change of a product or variant, valid until the next. */
export const productTerms = pgTable(
  'product_terms',
  {
    id: bigint().primaryKey().generatedAlwaysAsIdentity(),
    /** Section of the product, such as 'membership'. */
    section: text().notNull(),
    product: bigint().notNull(),
    /** Ref of the variant; empty for the product. */
    variant: text().notNull().default(''),
    /** Price in rupiah: the discount price if lower, 0 if free. */
    price: bigint().notNull(),
    is_on: boolean().notNull(),
    since: moment().notNull(),
  },
  (table) => [index().on(table.section, table.product, table.variant, table.since, table.id)],
)

/** A product of the registry of order items; without id all of the category. */
export interface PromoProduct {
  ref?: string
  category: string
  product_id?: number | null
}

export const promoCodes = pgTable(
  'promo_codes',
  {
    ...record,
    /** Upper case. */
    code: text().notNull().unique(),
    name: text(),
    discount_kind: text().notNull(),
    /** Percent with at most two decimals, or whole rupiah. */
    value: doublePrecision().notNull(),
    max_discount: bigint(),
    min_amount: bigint(),
    products: json<PromoProduct[]>().notNull().default([]),
    type: text().notNull().default('all'),
    quota: integer(),
    /** Name of the batch. */
    batch: text(),
    /** Maximum orders per member; over the whole batch. */
    member_limit: integer(),
    used: integer().notNull().default(0),
    start: date({ mode: 'string' }).notNull(),
    end: date({ mode: 'string' }).notNull(),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.start, table.id),
    index().on(table.batch, table.id),
    index('promo_codes_batch_last').on(table.batch.desc().nullsLast(), table.id.desc().nullsFirst()),
    check('promo_codes_used', sql`${table.used} >= 0 and (${table.quota} is null or ${table.used} <= ${table.quota})`),
  ],
)

/** Current uses per member of a code or its batch: 'code:<id>' or 'batch:<name>'. */
export const promoMemberUses = pgTable(
  'promo_member_uses',
  {
    scope: text().notNull(),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.scope, table.member_id] }), check('promo_member_uses_used', sql`${table.used} >= 0`)],
)

/** Last number of each day in Jakarta: TRX-YYMMDD-NNNN. Never reused. */
export const orderCounters = pgTable('order_counters', {
  day: date({ mode: 'string' }).primaryKey(),
  last: integer().notNull(),
})

/** A line for display; `orderItems` is authoritative. */
export interface OrderLine {
  ref?: string
  category: string
  product_id: number
  variant?: string | null
  name: string
  price: number
  qty: number
  discount: number
}

/** A part of an order's total that went back, and who sent it. */
export interface OrderRefund {
  ref: string
  /** Rupiah. */
  amount: number
  reason: string
  refunded_at: string
  created_at: string
  created_by: string
}

export const orders = pgTable(
  'orders',
  {
    ...record,
    order_number: text().notNull().unique(),
    /** Never null: new customers become members first. */
    member_id: bigint().references(() => members.id, { onDelete: 'no action' }),
    /** Of the member; null where nothing names one. Never on the wire. */
    person_id: bigint().references((): AnyPgColumn => people.id, { onDelete: 'set null' }),
    /** Of the member at ordering. */
    phone: text().notNull(),
    /** Name given by the salesperson for another one's member: shown instead of the member's. */
    given_name: text(),
    items: json<OrderLine[]>().notNull().default([]),
    promo_id: bigint().references(() => promoCodes.id, { onDelete: 'no action' }),
    promo_code: text(),
    /** Terms of the code at ordering. */
    promo_terms: json<Record<string, unknown>>(),
    subtotal: bigint().notNull(),
    discount: bigint().notNull().default(0),
    total: bigint().notNull(),
    /** Sum of `refunds`. */
    refunded: bigint().notNull().default(0),
    refunds: json<OrderRefund[]>().notNull().default([]),
    payment_method: text(),
    bank: bigint(),
    proof: json<StoredFile[]>().notNull().default([]),
    payment_status: text().notNull().default('unpaid'),
    /** Never null: default is now. */
    order_date: moment(),
    due_at: moment(),
    paid_at: moment(),
    sales: bigint().references(() => users.id, { onDelete: 'no action' }),
    campaign_id: bigint().references(() => campaigns.id, { onDelete: 'no action' }),
    lead_id: bigint().references(() => leads.id, { onDelete: 'set null' }),
    source: text(),
    flags: json<string[]>().notNull().default([]),
    note: text(),
    /** Time of the last repeated confirmation. */
    confirmed_at: moment(),
    deleted_at: moment(),
    /** Time of deletion: restoring moves due dates by the time since. */
    trashed_at: moment(),
    search_text: text().notNull().default(''),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.order_date, table.id),
    index('orders_order_date_last').on(table.order_date.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.phone, table.created_at, table.id),
    index('orders_items').using('gin', table.items.op('jsonb_path_ops')),
    index().on(table.updated_at, table.id),
    index().on(table.paid_at, table.id),
    index('orders_paid_at_last').on(table.paid_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.total, table.id),
    index().on(table.refunded, table.id),
    index().on(table.member_id, table.created_at, table.id),
    index().on(table.sales, table.created_at, table.id),
    index().on(table.payment_status, table.created_at, table.id),
    index().on(table.promo_id, table.id),
    index().on(table.lead_id),
    index().on(table.person_id),
    index().on(table.bank, table.id),
    index().on(table.campaign_id, table.id),
    index('orders_due').on(table.due_at).where(sql`${table.payment_status} = 'unpaid' and ${table.deleted_at} is null`),
    index('orders_search').using('gin', table.search_text.op('gin_trgm_ops')),
    // Reports read no more of what counts.
    index('orders_counted')
      .on(table.paid_at, table.sales, table.total, table.refunded, table.id)
      .where(sql`${table.payment_status} = 'paid' and ${table.deleted_at} is null`),
    check(
      'orders_money',
      sql`${table.discount} >= 0 and ${table.discount} <= ${table.subtotal} and ${table.total} = ${table.subtotal} - ${table.discount}`,
    ),
    check('orders_refunded', sql`${table.refunded} >= 0 and ${table.refunded} <= ${table.total}`),
    check('orders_given', sql`${table.member_id} is not null and ${table.order_date} is not null`),
    check('orders_status', sql`${table.payment_status} in ('cancel', 'expired', 'paid', 'unpaid')`),
  ],
)

/** Lines of an order with their grants, as sold: immutable but for what was paid back. */
export const orderItems = pgTable(
  'order_items',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    order_id: bigint()
      .notNull()
      .references(() => orders.id, { onDelete: 'no action' }),
    position: integer().notNull(),
    /** Section of the product, such as 'membership'. */
    category: text().notNull(),
    product_id: bigint().notNull(),
    variant: text().notNull().default(''),
    name: text().notNull(),
    price: bigint().notNull(),
    qty: integer().notNull(),
    /** Its share of the order's discount. */
    discount: bigint().notNull().default(0),
    /** Its share of what was paid back. */
    refunded: bigint().notNull().default(0),
    /** Of a membership: product, type and days of one. */
    grants_product: text(),
    grants_type: text(),
    grants_days: integer(),
  },
  (table) => [
    uniqueIndex('order_items_position').on(table.order_id, table.position),
    index().on(table.category, table.product_id, table.order_id),
    check('order_items_refunded', sql`${table.refunded} >= 0 and ${table.refunded} <= ${table.price} * ${table.qty} - ${table.discount}`),
    check('order_items_money', sql`${table.discount} >= 0 and ${table.discount} <= ${table.price} * ${table.qty} and ${table.qty} > 0`),
  ],
)

/** Use of a code by an order, until it is released. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    promo_id: bigint()
      .notNull()
      .references(() => promoCodes.id, { onDelete: 'no action' }),
    order_id: bigint()
      .notNull()
      .references(() => orders.id, { onDelete: 'no action' }),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    amount: bigint().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    released_at: moment(),
  },
  (table) => [
    uniqueIndex('promo_redemptions_order').on(table.order_id).where(sql`${table.released_at} is null`),
    index().on(table.promo_id, table.id),
  ],
)

/** Hashes of payment proofs, to detect repeated ones. */
export const orderProofs = pgTable(
  'order_proofs',
  {
    hash: text().notNull(),
    order_id: bigint()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.hash, table.order_id] })],
)

export const banks = pgTable(
  'banks',
  {
    ...record,
    bank_name: text().notNull(),
    account_number: text().notNull(),
    account_holder: text().notNull(),
    bank_branch: text().notNull(),
    company_code: text().notNull().default('EMT'),
    is_active: boolean().notNull().default(true),
  },
  (table) => [index().on(table.bank_name, table.id), index().on(table.account_number, table.id)],
)

export const rewards = pgTable(
  'rewards',
  {
    ...record,
    name: text().notNull(),
    /** 'YYYY-MM', in Jakarta. */
    period: text().notNull(),
    sales: json<number[]>().notNull().default([]),
    metric: text().notNull(),
    target: bigint().notNull(),
    prize: text(),
    prize_amount: bigint(),
    /** Result, once it is fixed. */
    fixed_value: bigint(),
    fixed_at: moment(),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.period, table.id),
    index().on(table.name, table.id),
    index('rewards_sales').using('gin', table.sales.op('jsonb_path_ops')),
  ],
)

export const memberships = pgTable(
  'memberships',
  {
    ...record,
    name: text().notNull(),
    product: text().notNull(),
    type: text().notNull().default('Regular'),
    fee_type: text().notNull(),
    price: bigint(),
    discount_price: bigint(),
    duration_days: integer().notNull(),
    access_type: json<string[]>().notNull().default([]),
    benefits: text(),
    is_active: boolean().notNull().default(true),
    sort: doublePrecision(),
  },
  (table) => [
    index().on(table.sort, table.id),
    index('memberships_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.name, table.id),
  ],
)

export const merchandises = pgTable(
  'merchandise',
  {
    ...record,
    name: text().notNull(),
    sku: text().notNull().unique(),
    image: json<StoredFile>().notNull(),
    description: text(),
    price: bigint().notNull(),
    stock: integer().notNull().default(0),
    weight_grams: integer(),
    variants: json<never[]>().notNull().default([]),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.name, table.id),
    index().on(table.price, table.id),
    index().on(table.stock, table.id),
  ],
)
