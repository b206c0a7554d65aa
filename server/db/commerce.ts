/** What is sold: the prices it had and when it was on offer. */
import { boolean, index, pgTable } from 'drizzle-orm/pg-core'
import { bigint, moment, text } from './columns.ts'

/** One row for each change, from its moment until the next: of a product, or of one variant of it. */
export const productTerms = pgTable(
  'product_terms',
  {
    id: bigint().primaryKey().generatedAlwaysAsIdentity(),
    /** Section of the product, such as 'membership'. */
    section: text().notNull(),
    product: bigint().notNull(),
    /** The ref of the variant; empty for the product itself. */
    variant: text().notNull().default(''),
    /** What one costs, in rupiah: the discount price where that is lower, nothing where it is free. */
    price: bigint().notNull(),
    is_on: boolean().notNull(),
    since: moment().notNull(),
  },
  (table) => [index().on(table.section, table.product, table.variant, table.since, table.id)],
)
