import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigint, moment, text } from './columns.ts'
import { record } from './record.ts'

export const shortLinks = pgTable(
  'short_links',
  {
    ...record,
    slug: text().notNull().unique(),
    title: text(),
    target: text().notNull(),
    expires_at: moment(),
    clicks: integer().notNull().default(0),
  },
  (table) => [index().on(table.created_at, table.id)],
)

const link = () =>
  bigint()
    .notNull()
    .references(() => shortLinks.id, { onDelete: 'cascade' })

/** Former slugs of a link, which redirect until another link takes them. */
export const formerSlugs = pgTable('short_link_slugs', { slug: text().primaryKey(), link_id: link() }, (table) => [
  index().on(table.link_id),
])

/** Counted visitors with time: a digest, kept while it matters. */
export const visits = pgTable(
  'short_link_visits',
  { link_id: link(), visitor: text().notNull(), at: moment().notNull().default(sql`now()`) },
  (table) => [primaryKey({ columns: [table.link_id, table.visitor] }), index().on(table.at)],
)
