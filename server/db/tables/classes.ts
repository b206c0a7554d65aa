import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { categories } from './content.ts'
import { members } from './members.ts'
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
    cover: json<StoredFile>(),
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
    cover: json<StoredFile>(),
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
    index('programs_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.title, table.id),
    index().on(table.category, table.sort, table.id),
  ],
)

/** A member's progress in a lesson of a class or a program. It goes with the member. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** 'onlineclass' or 'academy', and the number of the class or program. */
    category: text().notNull(),
    product_id: bigint().notNull(),
    lesson: uuid().notNull(),
    /** Furthest second. */
    position: integer().notNull().default(0),
    completed_at: moment(),
    seen_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.member_id, table.category, table.product_id, table.lesson] }),
    index().on(table.category, table.product_id),
    check('lesson_progress_position', sql`${table.position} >= 0`),
  ],
)
