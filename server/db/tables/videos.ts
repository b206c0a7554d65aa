/** Uploaded videos and their conversion, one row per content and store; and the pieces of files that are being uploaded. */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text as uncollatedText,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { VideoReason, VideoState } from '#contract/kit/field/video.ts'
import { bigint, json, moment, text } from './columns.ts'

/** Prefix of a store's addresses: public files, or private videos. */
export type VideoStore = '/files' | '/videos'

export const videos = pgTable(
  'videos',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    store: uncollatedText().$type<VideoStore>().notNull(),
    /** Of the original. No address, which would keep the original from being swept. */
    sha256: uncollatedText().notNull(),
    name: text().notNull(),
    size: bigint().notNull(),
    state: uncollatedText().$type<VideoState>().notNull().default('waiting'),
    percent: integer(),
    reason: uncollatedText().$type<VideoReason>(),
    /** What plays: the original itself, or what it was converted to. */
    result: json<StoredFile>(),
    poster: json<StoredFile>(),
    /** Seconds. */
    duration: doublePrecision(),
    width: integer(),
    height: integer(),
    created_at: moment().notNull().default(sql`now()`),
    changed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('videos_content').on(table.sha256, table.store),
    index('videos_open').on(table.id).where(sql`state in ('waiting', 'converting')`),
  ],
)

/** Pieces that are stored, of files that are not complete. */
export const stagedPieces = pgTable(
  'staged_pieces',
  {
    /** Ref of the sender. */
    owner: uuid().notNull(),
    sha256: uncollatedText().notNull(),
    /** Offset of the first byte. */
    at: bigint().notNull(),
    length: integer().notNull(),
    digest: uncollatedText().notNull(),
    written_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.owner, table.sha256, table.at] }), index('staged_pieces_old').on(table.written_at)],
)
