/**
 * Members, their access and their leave. An account's end is computed from its entries (docs/product/members.md#ledger) and stored with it,
 * so that a list reads one column.
 */
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigserial, check, date, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigint, json, moment, text } from './columns.ts'
import { people } from './identities.ts'
import { users } from './people.ts'
import { record } from './record.ts'

const day = () => date({ mode: 'string' })

/** A phone belongs to one member until personal data is erased, even while deleted. */
export const members = pgTable(
  'members',
  {
    ...record,
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    gender: text(),
    birth_date: day(),
    city: text(),
    job: text(),
    sales_id: bigint().references(() => users.id, { onDelete: 'no action' }),
    company_code: text().notNull().default('EMT'),
    tags: json<string[]>().notNull().default([]),
    notes: text(),
    joined_at: day(),
    /** Of the house (docs/product/identity.md#people); null where nothing names one. Never on the wire. */
    person_id: bigint().references((): AnyPgColumn => people.id, { onDelete: 'set null' }),
    deleted_at: moment(),
    /** Reason by the member or the deleting person. */
    deletion_reason: text(),
    erased_at: moment(),
    /** Searched fields in lowercase, for a single index. */
    search_text: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('members_phone_unique').on(table.phone).where(sql`${table.erased_at} is null`),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.name, table.id),
    index().on(table.joined_at, table.id),
    index('members_joined_at_last').on(table.joined_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.sales_id, table.created_at, table.id),
    index().on(table.person_id),
    index('members_deleted').on(table.deleted_at, table.id).where(sql`${table.deleted_at} is not null`),
    index('members_tags').using('gin', table.tags.op('jsonb_path_ops')),
    index('members_search').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

/** One per member, product and type (Regular or VIP). Lock it before its entries are read or added. */
export const membershipAccounts = pgTable(
  'membership_accounts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    product: text().notNull(),
    type: text().notNull(),
    /** Last day of access; null without a live grant. */
    expires_on: day(),
  },
  (table) => [
    uniqueIndex('membership_accounts_unique').on(table.member_id, table.product, table.type),
    index().on(table.expires_on, table.member_id),
    check('membership_accounts_type', sql`${table.type} in ('Regular', 'VIP')`),
  ],
)

/** Ledger of an account. Append-only, enforced by a trigger. */
export const membershipEntries = pgTable(
  'membership_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    account_id: bigint()
      .notNull()
      .references(() => membershipAccounts.id, { onDelete: 'no action' }),
    position: integer().notNull(),
    kind: text().notNull(),
    /** Server's day of the entry. */
    on_day: day().notNull(),
    days: integer().notNull().default(0),
    /** First day of a leave. */
    start_on: day(),
    /** Source: 'order' with the id of its item, 'leave' or 'import' with their id, or 'hand'. */
    source: text().notNull(),
    source_id: bigint(),
    /** The entry voided, unvoided or changed. */
    target: bigint(),
    /** Ordinal of a void or unvoid of its target. */
    round: integer(),
    reason: text(),
    created_at: moment().notNull().default(sql`now()`),
    created_by: text(),
  },
  (table) => [
    uniqueIndex('membership_entries_position').on(table.account_id, table.position),
    uniqueIndex('membership_entries_grant').on(table.source_id).where(sql`${table.kind} = 'grant' and ${table.source} = 'order'`),
    uniqueIndex('membership_entries_round').on(table.target, table.round).where(sql`${table.kind} in ('void', 'unvoid')`),
    index().on(table.source, table.source_id),
    check('membership_entries_kind', sql`${table.kind} in ('grant', 'leave', 'adjust', 'void', 'unvoid')`),
  ],
)

/** Cuti: days without use of a product, added to its accounts. */
export const memberLeaves = pgTable(
  'member_leaves',
  {
    ...record,
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    product: text().notNull(),
    start: day().notNull(),
    end: day().notNull(),
    reason: text(),
    /** First day of access after an early stop. */
    stopped_on: day(),
    /** Order item of a bought leave. */
    order_item: bigint(),
  },
  (table) => [
    index().on(table.start, table.id),
    index().on(table.member_id, table.product, table.start),
    uniqueIndex('member_leaves_order_item').on(table.order_item).where(sql`${table.order_item} is not null`),
  ],
)

/** Alerts for a member's salesperson; hidden from people who dismiss them. */
export const memberAlerts = pgTable(
  'member_alerts',
  {
    ...record,
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    /** expiring, expired, order_paid, order_deleted, other_sales, leave, sales or phone. */
    kind: text().notNull(),
    account_id: bigint().references(() => membershipAccounts.id, { onDelete: 'no action' }),
    expires_on: day(),
    /** For an alert of an end: days before it; 0 after it. */
    step: integer(),
    product: text(),
    /** Change by kind: order number, former phone. */
    detail: text(),
  },
  (table) => [
    index().on(table.member_id, table.id),
    index().on(table.created_at, table.id),
    uniqueIndex('member_alerts_step').on(table.account_id, table.expires_on, table.step).where(sql`${table.account_id} is not null`),
  ],
)

export const memberAlertDismissals = pgTable(
  'member_alert_dismissals',
  {
    alert_id: bigint()
      .notNull()
      .references(() => memberAlerts.id, { onDelete: 'cascade' }),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.alert_id, table.user_id] })],
)
