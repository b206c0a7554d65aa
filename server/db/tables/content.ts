import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { record } from './record.ts'

export const sliders = pgTable(
  'sliders',
  {
    ...record,
    title: text().notNull(),
    image: json<StoredFile>().notNull(),
    link: text(),
    placement: text().notNull().default('home'),
    sort: integer().notNull().default(1),
    is_active: boolean().notNull().default(true),
    campaign_start: moment(),
    campaign_end: moment(),
  },
  (table) => [index().on(table.sort, table.id)],
)

export const forYous = pgTable(
  'for_you',
  {
    ...record,
    title: text().notNull(),
    click_count: integer().notNull().default(0),
    campaign_start: moment().notNull(),
    no_campaign_end: boolean().notNull().default(false),
    /** Null is no end: 0001-01-01T00:00:00 on the wire. */
    campaign_end: moment(),
    member_type: json<string[]>().notNull().default([]),
    type: text().notNull(),
    gambar: json<StoredFile>().notNull(),
    message: text().notNull(),
    with_button: boolean().notNull().default(false),
    button_title: text(),
    content_type: text().notNull(),
    reference_type: text().notNull().default('none'),
    reference_url: text(),
    content_id: bigint(),
    event_id: bigint(),
    onlineclass_id: bigint(),
    sequence: integer().notNull(),
    is_show: boolean().notNull().default(true),
  },
  (table) => [index().on(table.sequence, table.id), index().on(table.created_at, table.id)],
)

export const pedias = pgTable(
  'pedia_terms',
  {
    ...record,
    term: text().notNull(),
    slug: text().unique(),
    definition: text().notNull(),
    related: json<number[]>().notNull().default([]),
    image: json<StoredFile>(),
    status: text().notNull().default('draft'),
  },
  (table) => [index().on(table.term, table.id), index().using('gin', table.related)],
)

export const medias = pgTable('media', { ...record, image: json<StoredFile>().notNull(), name: text() }, (table) => [
  index().on(table.created_at, table.id),
])

export const posts = pgTable(
  'posts',
  {
    ...record,
    title: text().notNull(),
    slug: text(),
    category_id: bigint().references(() => categories.id),
    type: text().notNull().default('article'),
    publish_to: json<string[]>().notNull().default([]),
    body: text().notNull(),
    cover: json<StoredFile>(),
    video: json<StoredFile>(),
    hashtags: json<string[]>().notNull().default([]),
    access: text().notNull().default('free'),
    status: text().notNull().default('draft'),
    published_at: moment(),
    meta_title: text(),
    meta_description: text(),
    view_count: integer().notNull().default(0),
    is_breakout: boolean().notNull().default(false),
    deleted_at: moment(),
  },
  (table) => [
    // Trashed posts free their slugs; they are restored only if nobody took it.
    uniqueIndex('posts_slug').on(table.slug).where(isNull(table.deleted_at)),
    index('posts_trash').on(table.updated_at, table.id).where(isNotNull(table.deleted_at)),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.published_at, table.id),
    index('posts_published_at_last').on(table.published_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.title, table.id),
    index().on(table.view_count, table.id),
    index().on(table.status, table.created_at, table.id),
    index().on(table.category_id, table.created_at, table.id),
    index('posts_search').using('gin', sql`lower(${table.title} collate "default") gin_trgm_ops`),
  ],
)

export const categories = pgTable(
  'categories',
  {
    ...record,
    name: text().notNull(),
    slug: text().unique(),
    model: text().notNull(),
    is_show: boolean().notNull().default(true),
    sequence: integer().notNull(),
  },
  (table) => [index().on(table.model, table.sequence, table.id), index().on(table.name, table.id), index().on(table.created_at, table.id)],
)

export const testimonies = pgTable(
  'testimonies',
  {
    ...record,
    name: text().notNull(),
    photo: json<StoredFile>(),
    product: text(),
    text: text().notNull(),
    rating: integer(),
    video: text(),
    is_show: boolean().notNull().default(true),
    sort: integer().notNull().default(1),
  },
  (table) => [index().on(table.sort, table.id)],
)

export const faqs = pgTable(
  'faqs',
  {
    ...record,
    question: text().notNull(),
    answer: text().notNull(),
    category: bigint().references(() => categories.id),
    hashtag: json<never[]>().notNull().default([]),
    is_show: boolean().notNull().default(true),
    sort: doublePrecision(),
    highlight: integer(),
  },
  (table) => [
    index().on(table.category),
    index().on(table.sort, table.id),
    index('faqs_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.question, table.id),
    index().on(table.highlight),
  ],
)

/** Distinct search words in lowercase, without the sign. */
export const hashtags = pgTable('hashtags', {
  id: bigint().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique(),
})
