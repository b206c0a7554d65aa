/** Messages between the page and the worker that reads a file. */

import type { Encoding } from '#contract/import/decode-text.ts'
import type { FileProblemCode } from '#contract/import/file-problem.ts'
import type { Excerpt, RowNotes } from '#contract/import/write-excerpt.ts'
import type { BadCell, RowRules } from '#contract/leads/check-rows.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'

export interface AboutFile {
  kind: 'xlsx' | 'xls' | 'csv'
  encoding?: Encoding
  sheet?: string
  header: string[]
  /** The first cells of each column, for choosing what it is. */
  samples: string[][]
  total: number
}

export interface Checked {
  good: number
  /** Every one of them, in the order of the file. */
  bad: BadCell[]
  badRows: number
  /** The first of what is stored as it stands and may not be meant so. */
  warnings: BadCell[]
  /** Rows whose phone an earlier row has. */
  repeated: number
  /** The first rows as they will be stored. */
  preview: ImportRow[]
  phones: string[]
}

export type Question =
  | { id: number; ask: 'open'; file: Blob }
  | { id: number; ask: 'check'; rules: RowRules }
  /** Keeps the good rows on the device, in parts. */
  | { id: number; ask: 'keep'; owner: string }
  /** Rows of the file with a word on each; the file is read again where the thread is a new one. */
  | { id: number; ask: 'excerpt'; file: Blob; notes: RowNotes; title: string }

export type Reply =
  | { id: number; is: 'progress'; done: number; total: number }
  | { id: number; is: 'opened'; about: AboutFile }
  | { id: number; is: 'checked'; checked: Checked }
  | { id: number; is: 'kept'; parts: number }
  | { id: number; is: 'excerpt'; excerpt: Excerpt }
  | { id: number; is: 'refused'; code: FileProblemCode; params: Readonly<Record<string, number>> }
  | { id: number; is: 'failed'; message: string }
