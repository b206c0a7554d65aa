/** Reads a whole file as texts, in a worker thread, because a large one takes seconds. */
import { type FileProblemCode, ImportFileError } from './file-problem.ts'
import { type ImportTable, readTable, type TableChoice } from './read-table.ts'

export interface TableRequest {
  bytes: Uint8Array
  choice?: TableChoice
  /** Keys of headers that the section knows. */
  known?: readonly string[]
}

export type TableResult = { ok: true; table: ImportTable } | { ok: false; code: FileProblemCode; message: string }

export async function readTexts({ bytes, choice, known }: TableRequest): Promise<TableResult> {
  try {
    return { ok: true, table: await readTable(bytes, choice, new Set(known)) }
  } catch (error) {
    if (error instanceof ImportFileError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}
