import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { post } from '#contract/sections/content/post.ts'
import { preparePublishing, publishState } from '#server/crud/publish.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'
import { categories } from './category.ts'

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
    // One in the trash gives its slug away; it comes back only where nobody took it.
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

export const postApi = serve(post, posts, { derived: { state: publishState(posts) }, prepare: preparePublishing })
