/** Calls that import a file into a section (`import` of its definition). A job does the work. */

import type { FieldProblem } from '../kit/field/errors.ts'
import { choice, dateTime, type Fields, file, flag, number, object, type RowOf, rows, tags, text, textarea } from '../kit/field/field.ts'
import type { Call } from '../kit/section/call.ts'
import type { Section } from '../kit/section/section.ts'
import { importLimits } from './limits.ts'
import { importFields } from './sheet-columns.ts'

/** Policy for a row with an existing key: skip, update the record with filled cells, or keep both. */
export const duplicatePolicies = ['skip', 'update', 'keep'] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

/** Policies of a section with unique keys. */
export const importPolicies = ['skip', 'update'] as const satisfies readonly DuplicatePolicy[]
export type ImportPolicy = (typeof importPolicies)[number]

/** `failed`: the file could not be read; `checked`: a dry run. */
export const importStates = ['running', 'done', 'cancelled', 'failed', 'checked', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** Type of xlsx. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Contacts, documents, workbooks with a password (in the container of older documents) and those of LibreOffice and Numbers are taken to say what they are. */
const namedTypes = ['text/vcard', 'application/pdf', 'application/zip', 'application/msword'] as const
export const importTypes = ['text/csv', 'text/plain', ...namedTypes, 'application/vnd.ms-excel', workbookType] as const

/** A row that was not stored, and why. `row` is its spreadsheet row number. */
export interface ImportFailure {
  row: number
  field: string
  value: string
  problem: FieldProblem
}

/** Its wire form. */
export const failureFields = {
  row: number({ required: true }),
  field: text({ required: true }),
  value: text(),
  code: text({ required: true }),
  message: text({ required: true }),
  /** Parameters of the message, such as a limit or the valid choices. */
  params: object({ min: number(), max: number(), values: text({ max: 2_000 }), field: text(), kind: text(), of: text() }),
} as const satisfies Fields
export type SheetFailure = RowOf<typeof failureFields>

/** Fields of every import. */
export const countFields = {
  id: number({ required: true }),
  ref: text({ required: true }),
  file_name: text({ required: true }),
  state: choice(importStates, { required: true }),
  total: number({ required: true }),
  created: number({ required: true }),
  updated: number({ required: true }),
  skipped: number({ required: true }),
  failed: number({ required: true }),
  undone: number({ required: true }),
  kept: number({ required: true }),
  created_at: dateTime({ required: true }),
  created_by: text(),
  /** End of the undo period, 30 days; null if it cannot be undone. */
  undo_until: dateTime(),
} as const satisfies Fields

const summaryFields = {
  ...countFields,
  section: text({ required: true }),
  duplicates: choice(importPolicies, { required: true }),
  dry_run: flag({ required: true }),
  /** Why the file could not be read, in words and as code (contract/import/file-problem.ts). */
  problem: text(),
  problem_code: text(),
} as const satisfies Fields
export type SheetImportSummary = RowOf<typeof summaryFields>

/** What a person says about the file; guessed where absent. */
export const tableChoiceFields = {
  /** Name of the sheet to read. */
  sheet: text({ max: 100 }),
  /** Row number of the column names. */
  header_row: number({ integer: true, min: 1, max: 1_048_576 }),
  hidden_rows: choice(['read', 'leave_out'], { initial: 'read' }),
} as const satisfies Fields

/** How the file was read, once it was: what was guessed or chosen, and what else could be. */
export const tableFields = {
  sheet: text(),
  sheets: tags(),
  header_row: number(),
  /** The first rows, to choose the header among them. */
  top: rows({ row: number({ required: true }), cells: text() }),
  /** Hidden rows of the sheet, and whether they were left out. */
  hidden_rows: number({ required: true }),
  left_out: flag({ required: true }),
  /** What was read with a doubt, or left empty: the first of them. */
  warnings: rows(failureFields),
} as const satisfies Fields
export type FoundTable = Omit<RowOf<typeof tableFields>, 'warnings'> & { warnings: SheetFailure[] }

/** A column of the file: its header and its field. */
const columnFields = { header: text({ required: true }), field: text() } as const satisfies Fields
export type SheetColumnChoice = RowOf<typeof columnFields>

/** A record kept by an undo, because it was changed or used since; `gone`: it no longer exists. */
const keptFields = { row: number({ required: true }), ref: text(), name: text(), gone: flag({ required: true }) } as const satisfies Fields
export type KeptRow = RowOf<typeof keptFields>

/**
 * With the file's columns once it was read, and records kept by an undo. Failures, of the first thousand rows not stored, are present once
 * the import has ended.
 */
export const importDetailFields = {
  ...summaryFields,
  columns: rows(columnFields),
  ...tableFields,
  /** Values chosen once for the file, or derived from its name: fields of the section, references as numbers. */
  per_file: rows({ field: text({ required: true }), value: text() }),
  failures: rows(failureFields),
  /** Number of rows in the file of failures; `failed` counts all. */
  failed_rows: number({ required: true }),
  kept_rows: rows(keptFields),
}
export type SheetImport = SheetImportSummary &
  FoundTable & {
    columns: SheetColumnChoice[]
    per_file: { field: string; value: string | null }[]
    failures: SheetFailure[]
    failed_rows: number
    kept_rows: KeptRow[]
  }

/** Returns the optional fields chosen once per file, by name. */
export function perFileFields(section: Section): Fields {
  const chosen = new Set(section.import?.perFile ?? [])
  const named = Object.entries(importFields(section)).filter(([name]) => chosen.has(name))
  return Object.fromEntries(named.map(([name, field]) => [name, { ...field, required: false }]))
}

type Verb = 'import' | 'imports' | 'import-template' | 'import-one' | 'import-failures' | 'import-undo'

/** Empty where the section has no import, or its own calls. */
export function importCalls(section: Section): Call[] {
  if (!section.import || section.kind === 'board') return []
  const path = section.path + section.import.path
  const record = { of: 'record', fields: importDetailFields } as const
  const make = (verb: Verb, rest: Pick<Call, 'kind' | 'method' | 'path' | 'reply'> & Partial<Call>): Call => ({
    name: `${section.name}.${verb}`,
    section: section.name,
    host: 'main',
    permission: `create ${section.permission}`,
    encoding: 'json',
    offline: 'refuse',
    payloadVersion: 1,
    ...rest,
  })
  const body = {
    file: file({ required: true, storage: 'temporary', accept: importTypes, maxBytes: importLimits.bytes }),
    duplicates: choice(importPolicies, { initial: 'skip' }),
    /** JSON: the field of each column in order, null for none. Guessed from the header when absent. */
    mapping: textarea({ max: 20_000 }),
    /** Checks all and stores nothing. */
    dry_run: flag(),
    ...tableChoiceFields,
    ...perFileFields(section),
  } satisfies Fields
  return [
    /** Returns at once; the import's own address and its job report the progress. */
    make('import', {
      action: 'import',
      kind: 'mutation',
      method: 'POST',
      path,
      body,
      encoding: 'multipart',
      rowsAs: 'file',
      reply: record,
    }),
    make('imports', { kind: 'query', method: 'GET', path, reply: { of: 'object', fields: { imports: rows(summaryFields) } } }),
    /** An empty workbook with the header of a valid file. */
    make('import-template', { kind: 'query', method: 'GET', path: `${path}/template`, reply: { of: 'blob', type: workbookType } }),
    make('import-one', {
      kind: 'query',
      method: 'GET',
      path: `${path}/{id}`,
      reply: record,
    }),
    /** A workbook of the first rows not stored, each with its problems, to be corrected and imported again. */
    make('import-failures', {
      kind: 'query',
      method: 'GET',
      path: `${path}/{id}/failures`,
      reply: { of: 'blob', type: workbookType },
    }),
    /** Runs as a job. */
    make('import-undo', {
      kind: 'mutation',
      method: 'PUT',
      path: `${path}/{id}/undo`,
      body: {},
      reply: record,
    }),
  ]
}
