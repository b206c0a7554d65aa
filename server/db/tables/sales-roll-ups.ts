/**
 * What reports of sales read instead of orders (docs/decisions/0063-roll-ups-of-sales.md). A roll-up is right unless `salesChanges` names
 * one of its days, which triggers of orders and their lines see to.
 */
import { bigserial, date, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigint, moment, text } from './columns.ts'

/** A day, month or year in Jakarta, by one of the dates of an order, of which the other tables have the sums: written and deleted with them. */
export const salesRollUps = pgTable(
  'sales_roll_ups',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** The column of orders that says the day. */
    date: text().notNull(),
    unit: text().$type<'day' | 'month' | 'year'>().notNull(),
    first_day: date({ mode: 'string' }).notNull(),
    last_day: date({ mode: 'string' }).notNull(),
    /** Sums of the other tables, for totals of everybody. */
    units: bigint().notNull().default(0),
    item_revenue: bigint().notNull().default(0),
    item_orders: bigint().notNull().default(0),
    points: bigint().notNull().default(0),
    revenue: bigint().notNull().default(0),
    orders: bigint().notNull().default(0),
  },
  (table) => [uniqueIndex('sales_roll_ups_span').on(table.date, table.unit, table.first_day)],
)

/** Lines of orders that count, by product and salesperson; nobody is 0. */
export const salesByProduct = pgTable(
  'sales_by_product',
  {
    roll_up: bigint().notNull(),
    product_category: text().notNull(),
    product_id: bigint().notNull(),
    sales_id: bigint().notNull(),
    units: bigint().notNull(),
    /** Rupiah, less discounts. */
    revenue: bigint().notNull(),
    /** Orders with this product. */
    orders: integer().notNull(),
    /** Orders whose first line this is: their sum over products counts none twice. */
    first_lines: integer().notNull(),
    /** The last line, which has the product's name. */
    last_item: bigint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roll_up, table.product_category, table.product_id, table.sales_id] })],
)

/** Orders that count, by salesperson; nobody is 0. */
export const salesByPerson = pgTable(
  'sales_by_person',
  {
    roll_up: bigint().notNull(),
    sales_id: bigint().notNull(),
    points: bigint().notNull(),
    revenue: bigint().notNull(),
    orders: integer().notNull(),
    last_paid: moment(),
  },
  (table) => [primaryKey({ columns: [table.roll_up, table.sales_id] })],
)

/** Days whose orders changed since they were rolled up: a row of each statement, in its transaction. */
export const salesChanges = pgTable('sales_changes', { date: text().notNull(), day: date({ mode: 'string' }).notNull() }, (table) => [
  index().on(table.date, table.day),
])
