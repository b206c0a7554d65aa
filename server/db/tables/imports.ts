/** Imports of files into sections: rows until stored, and their effect on records, for an undo within 30 days. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, primaryKey, text as uncollatedText, unique, uuid } from 'drizzle-orm/pg-core'
import type { DuplicatePolicy, ImportFailure, ImportState } from '#contract/import/import-calls.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'

/** A file's row: its line, and cell texts by field of the column. */
export interface SheetRow {
  row: number
  cells: Readonly<Record<string, string>>
  /** Whether an earlier row has the same key. */
  repeats?: true
  /** Cells to be told of: without `code` they hold an error of the spreadsheet, and count as empty. */
  doubts?: readonly { field: string; value: string; code?: string }[]
}

/** How a file was read. */
export interface StoredTable {
  sheet: string | null
  sheets: string[]
  header_row: number | null
  top: { row: number; cells: string }[]
  hidden_rows: number
}

export const imports = pgTable(
  'imports',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ref: uuid().notNull().unique().$defaultFn(uuidv7),
    section: uncollatedText().notNull(),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_by: text(),
    file_name: text().notNull(),
    /** Until its rows are read. */
    file: json<StoredFile>(),
    mapping: json<(string | null)[]>(),
    /** What a person said about the file. */
    table_choice: json<TableChoice>().notNull().default({}),
    /** How the file was read, once it was. */
    table_read: json<StoredTable>(),
    /** Of the file, once read. */
    header: json<string[]>().notNull().default([]),
    /** Whether a device sends rows in parts, instead of a file for a job. */
    in_parts: boolean().notNull().default(false),
    /** Number of the next part; smaller ones are stored. */
    next_part: integer().notNull().default(0),
    /** Defaults of new records; references as numbers. */
    defaults: json<Readonly<Record<string, unknown>>>().notNull().default({}),
    duplicates: uncollatedText().$type<DuplicatePolicy>().notNull(),
    dry_run: boolean().notNull().default(false),
    state: uncollatedText().$type<ImportState>().notNull().default('running'),
    total: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    problem: text(),
    problem_code: uncollatedText(),
    created_at: moment().notNull().default(sql`now()`),
    /** Time of the last stored rows: start of the period of undo. */
    changed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.section, table.user_id, table.created_at)],
)

export const importParts = pgTable(
  'import_parts',
  {
    import_id: bigint()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    rows: json<SheetRow[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.number] })],
)

/** A record created or changed by an import. It may be deleted, so there is no foreign key. */
export const importRows = pgTable(
  'import_rows',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    import_id: bigint()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    record: bigint().notNull(),
    /** Null for older imports. */
    record_ref: uuid(),
    /** Of the file; 0 if unknown. */
    row: integer().notNull().default(0),
    /** Former state; null if created by the import. */
    before: json<AnyRow>(),
    /** Of the record after the import: another one shows a later change. */
    version: integer().notNull(),
    /** Null before an undo: `undone`, `kept`, or `gone`. */
    outcome: uncollatedText().$type<'undone' | 'kept' | 'gone'>(),
    /** Title of a record kept by an undo. */
    name: text(),
  },
  (table) => [unique().on(table.import_id, table.record), index().on(table.import_id, table.outcome, table.id)],
)

export type FailedCell = Pick<ImportFailure, 'field' | 'value' | 'problem'>

/** A row that was not stored: its original cells, to be corrected, and its errors. */
export const importFailures = pgTable(
  'import_failures',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    import_id: bigint()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    /** Whether the row was stored: `problems` are doubts. */
    is_warning: boolean().notNull().default(false),
    /** By field of their columns; empty if sent by a device. */
    cells: json<SheetRow['cells']>().notNull().default({}),
    problems: json<FailedCell[]>().notNull(),
    /** Characters of `cells`. */
    size: integer().notNull().default(0),
  },
  (table) => [index().on(table.import_id, table.id)],
)
