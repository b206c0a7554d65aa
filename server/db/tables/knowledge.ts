/** Documents of the bot, and the searched chunks of their text (docs/product/assistant.md#documents). */
import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text as prose, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, text } from './columns.ts'
import { record } from './record.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const knowledge = pgTable(
  'knowledge',
  {
    ...record,
    name: text().notNull(),
    file: json<StoredFile>(),
    type: text(),
    /** In bytes. */
    size: bigint().notNull(),
    status: text().notNull().default('waiting'),
    reason: text(),
    chunks: integer().notNull().default(0),
  },
  (table) => [index().on(table.created_at, table.id), index().on(table.status, table.id)],
)

export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    id: record.id,
    knowledge_id: bigint()
      .notNull()
      .references(() => knowledge.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    heading: text(),
    /** From 1, if the file has pages. */
    page: integer(),
    content: text().notNull(),
    /** In lowercase. */
    folded: prose().notNull(),
    /** Stems and unchanged words: Indonesian stems are sometimes wrong. */
    words: tsvector().generatedAlwaysAs(sql`to_tsvector('indonesian'::regconfig, folded) || to_tsvector('simple'::regconfig, folded)`),
  },
  (table) => [
    uniqueIndex('knowledge_chunks_place').on(table.knowledge_id, table.position),
    index('knowledge_chunks_words').using('gin', table.words),
  ],
)

/** Distinct words of all chunks, to find similar spellings. */
export const knowledgeWords = pgTable('knowledge_words', { word: prose().primaryKey() }, (table) => [
  index('knowledge_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
