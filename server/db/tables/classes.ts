import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, text } from './columns.ts'
import { categories } from './content.ts'
import { record } from './record.ts'

export const onlineClasses = pgTable(
  'online_classes',
  {
    ...record,
    title: text().notNull(),
    category: bigint()
      .notNull()
      .references(() => categories.id),
    teacher: text(),
    cover: json<StoredFile>().notNull(),
    description: text(),
    fee_type: text().notNull().default('free'),
    price: bigint(),
    access_type: json<string[]>().notNull().default([]),
    sections: json<never[]>().notNull().default([]),
    /** Counted from the sections with each save. */
    lesson_count: integer().notNull().default(0),
    minutes: integer().notNull().default(0),
    is_show: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.title, table.id),
    index().on(table.category, table.created_at, table.id),
    index('online_classes_search').using('gin', sql`lower(${table.title} collate "default") gin_trgm_ops`),
  ],
)

export const programs = pgTable(
  'programs',
  {
    ...record,
    title: text().notNull(),
    slug: text(),
    category: bigint().references(() => categories.id),
    cover: json<StoredFile>().notNull(),
    description: text(),
    level: text(),
    lessons: json<never[]>().notNull().default([]),
    lesson_count: integer().notNull().default(0),
    minutes: integer().notNull().default(0),
    price: bigint(),
    is_show: boolean().notNull().default(false),
    sort: integer(),
  },
  (table) => [
    uniqueIndex('programs_slug').on(table.slug),
    index().on(table.sort, table.id),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.title, table.id),
    index().on(table.category, table.sort, table.id),
  ],
)
