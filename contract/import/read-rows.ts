/** A whole file at once: read, mapped, checked. Runs in a thread of its own, because a large file takes seconds. */
import type { FieldProblem } from '../kit/errors.ts'
import type { ImportRow } from '../lead-import.ts'
import { type BadCell, checkRow, type ImportNames } from './check-rows.ts'
import { guessMapping, type Mapping, mappingProblems } from './columns.ts'
import { type FileProblemCode, ImportFileError } from './file-problem.ts'
import { type ImportTable, readTable } from './read-table.ts'

export interface ReadRequest {
  bytes: Uint8Array
  /** Null guesses it from the header. */
  mapping: Mapping | null
  names: ImportNames
  campaign: number | string | null
  mayAssign: readonly (number | string)[] | null
}

export type ReadResult =
  | { ok: true; total: number; rows: ImportRow[]; bad: BadCell[] }
  | { ok: false; code: FileProblemCode; message: string }
  | { ok: false; code: 'mapping'; message: string; field: string; problem: FieldProblem }

export async function readRows({ bytes, mapping, ...rules }: ReadRequest): Promise<ReadResult> {
  try {
    const table = await readTable(bytes)
    const columns = mapping ?? guessMapping(table.header)
    const [wrong] = mappingProblems(columns, rules.campaign !== null)
    if (wrong) {
      const field = wrong.code === 'source_alone' ? 'campaign_id' : wrong.target
      const message = wrong.code === 'twice' ? `Two columns hold ${field}.` : `No column holds ${field}.`
      return { ok: false, code: 'mapping', message, field, problem: { code: 'required', message } }
    }
    const checked = table.rows.map((row) => checkRow(row, { ...rules, mapping: columns }))
    return {
      ok: true,
      total: table.rows.length,
      rows: checked.flatMap(({ row, bad }) => (bad.length ? [] : [row])),
      bad: checked.flatMap(({ bad }) => bad),
    }
  } catch (error) {
    if (error instanceof ImportFileError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}

export interface TableRequest {
  bytes: Uint8Array
}

export type TableResult = { ok: true; table: ImportTable } | { ok: false; code: FileProblemCode; message: string }

/** A whole file as texts, whatever it is about. */
export async function readTexts({ bytes }: TableRequest): Promise<TableResult> {
  try {
    return { ok: true, table: await readTable(bytes) }
  } catch (error) {
    if (error instanceof ImportFileError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}
