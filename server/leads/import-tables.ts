/** Imports of leads, and what each did to which lead, so that it can be undone for a day. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text as uncollatedText, unique, uuid } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import type { DuplicatePolicy, ImportFailure, ImportState } from '#contract/lead-import.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { users } from '#server/db/people.ts'
import { uuidv7 } from '#server/db/uuid.ts'

/** What every lead that an import creates has where its row says nothing; resolved to id numbers. */
export interface ImportDefaults {
  status?: string
  campaign_id?: number
  sales?: number
  tags?: string[]
}

export const leadImports = pgTable(
  'lead_imports',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ref: uuid().notNull().unique().$defaultFn(uuidv7),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_by: text(),
    file_name: text().notNull(),
    /** Of a whole file that was sent; null where the rows come in parts. */
    file: json<StoredFile>(),
    mapping: json<(string | null)[]>(),
    dry_run: boolean().notNull().default(false),
    state: uncollatedText().$type<ImportState>().notNull().default('running'),
    duplicates: uncollatedText().$type<DuplicatePolicy>().notNull(),
    defaults: json<ImportDefaults>().notNull().default({}),
    total: integer().notNull().default(0),
    next_part: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    failures: json<ImportFailure[]>().notNull().default([]),
    file_problem: uncollatedText(),
    created_at: moment().notNull().default(sql`now()`),
    /** When rows last came: the day of undo counts from here. */
    changed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.user_id, table.created_at), index().on(table.created_at)],
)

/** One lead that an import made or changed. The lead itself may be gone, so nothing points to it. */
export const leadImportRows = pgTable(
  'lead_import_rows',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    import_id: bigint()
      .notNull()
      .references(() => leadImports.id, { onDelete: 'cascade' }),
    lead_id: bigint().notNull(),
    lead_ref: uuid().notNull(),
    row: integer().notNull(),
    /** The lead as it was; null where the import created it. */
    before: json<AnyRow>(),
    /** Of the lead after the import: another one means that somebody changed it since. */
    version: integer().notNull(),
    /** Null until an undo came to it: `undone`, `kept`, or `gone`. */
    outcome: uncollatedText().$type<'undone' | 'kept' | 'gone'>(),
    /** The lead's name when an undo left it alone. */
    name: text(),
  },
  (table) => [unique().on(table.import_id, table.lead_id), index().on(table.import_id, table.outcome, table.id)],
)
