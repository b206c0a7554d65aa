/** Messages between the page and the file-reading worker. */

import type { Encoding } from '#contract/import/decode-text.ts'
import type { FileProblemCode } from '#contract/import/file-problem.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { Excerpt, RowNotes } from '#contract/import/write-excerpt.ts'
import type { BadCell, RowRules } from '#contract/leads/check-rows.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'

export interface AboutFile {
  kind: 'xlsx' | 'xls' | 'csv'
  encoding?: Encoding
  sheet?: string
  /** Names of all sheets of a workbook. */
  sheets: string[]
  /** Row number of the header, and the first rows, to choose another one. */
  headerRow: number
  top: { row: number; text: string }[]
  hiddenRows: number
  header: string[]
  /** First cells of each column, to help choosing its field. */
  samples: string[][]
  total: number
}

export interface Checked {
  good: number
  /** All of them, in file order. */
  bad: BadCell[]
  badRows: number
  /** The first valid cells that may be mistakes. */
  warnings: BadCell[]
  /** Rows with an earlier row's phone. */
  repeated: number
  /** The first rows as they would be stored. */
  preview: ImportRow[]
  phones: string[]
}

export type Question =
  | { id: number; ask: 'open'; file: Blob; choice: TableChoice }
  | { id: number; ask: 'check'; rules: RowRules }
  /** Stores the good rows on the device, in parts. */
  | { id: number; ask: 'keep'; owner: string }
  /** Rows of the file with a note on each; a new worker reads the file again. */
  | { id: number; ask: 'excerpt'; file: Blob; choice: TableChoice; notes: RowNotes; title: string }

export type Reply =
  | { id: number; is: 'progress'; done: number; total: number }
  | { id: number; is: 'opened'; about: AboutFile }
  | { id: number; is: 'checked'; checked: Checked }
  | { id: number; is: 'kept'; parts: number }
  | { id: number; is: 'excerpt'; excerpt: Excerpt }
  | { id: number; is: 'refused'; code: FileProblemCode; params: Readonly<Record<string, number>> }
  | { id: number; is: 'failed'; message: string }
