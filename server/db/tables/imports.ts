/** Imports of files into sections, their rows until they are stored, and what each did to which record, so that it can be undone for a day. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, primaryKey, text as uncollatedText, unique, uuid } from 'drizzle-orm/pg-core'
import type { DuplicatePolicy, ImportFailure, ImportState } from '#contract/import/import-calls.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'
import { uuidv7 } from './uuid.ts'

/** One row of a file: its line, and the text of each cell by what its column holds. */
export interface SheetRow {
  row: number
  cells: Readonly<Record<string, string>>
  /** An earlier row of the file has the same key. */
  repeats?: true
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
    /** Until its rows were read. */
    file: json<StoredFile>(),
    mapping: json<(string | null)[]>(),
    /** Of the file, once it was read. */
    header: json<string[]>().notNull().default([]),
    /** Rows come from a device in parts, instead of a file that a job reads. */
    in_parts: boolean().notNull().default(false),
    /** The number of the part that comes next; smaller ones were taken. */
    next_part: integer().notNull().default(0),
    /** What every new record has where its row says nothing; references are numbers. */
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
    /** When rows were last stored: the day of undo counts from here. */
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

/** One record that an import made or changed. The record itself may be gone, so nothing points to it. */
export const importRows = pgTable(
  'import_rows',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    import_id: bigint()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    record: bigint().notNull(),
    /** Null of imports before it was kept. */
    record_ref: uuid(),
    /** Of the file; 0 where it is not known. */
    row: integer().notNull().default(0),
    /** As it was; null where the import created it. */
    before: json<AnyRow>(),
    /** Of the record after the import: another one means that somebody changed it since. */
    version: integer().notNull(),
    /** Null until an undo came to it: `undone`, `kept`, or `gone`. */
    outcome: uncollatedText().$type<'undone' | 'kept' | 'gone'>(),
    /** What the record is called, when an undo left it alone. */
    name: text(),
  },
  (table) => [unique().on(table.import_id, table.record), index().on(table.import_id, table.outcome, table.id)],
)

export type FailedCell = Pick<ImportFailure, 'field' | 'value' | 'problem'>

/** One row that was not stored: its cells as the file has them, so that it can be corrected, and what is wrong with it. */
export const importFailures = pgTable(
  'import_failures',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    import_id: bigint()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    /** By what their columns hold; empty where a device sent the row. */
    cells: json<SheetRow['cells']>().notNull().default({}),
    problems: json<FailedCell[]>().notNull(),
    /** Characters of `cells`. */
    size: integer().notNull().default(0),
  },
  (table) => [index().on(table.import_id, table.id)],
)
