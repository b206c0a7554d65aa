/** State of an import, outside React: it continues on other screens. */
import { createStore, useStore } from '#console/data/base/store.ts'
import type { Mapping } from '#contract/import/columns.ts'
import type { FileProblemCode } from '#contract/import/file-problem.ts'
import type { DuplicatePolicy, ImportFailure } from '#contract/import/import-calls.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { ImportDetail } from '#contract/leads/lead-import.ts'
import type { AboutFile, Checked } from './protocol.ts'
import type { Defaults } from './stored-import.ts'

/** `waiting`: offline; it resumes itself. `cancelling`: the part in flight is finished. */
export interface Run {
  ref: string
  total: number
  part: number
  parts: number
  state: 'sending' | 'waiting' | 'cancelling'
  /** The server's counts; null before its first response. */
  server: ImportDetail | null
}

/** Result of a dry run, by worker and server. */
export interface Check {
  percent: number
  found: Checked | null
  /** Phones of valid rows that have a lead; null until the server was asked. */
  existing: ReadonlySet<string> | null
}

export type Trouble =
  | { is: 'file'; code: FileProblemCode; params: Readonly<Record<string, number>> }
  /** Refused by device or server, with displayable words. */
  | { is: 'words'; words: string }
  | { is: 'reader' }
  | { is: 'kept' }
  | { is: 'ended' }

export interface ImportState {
  step: 'file' | 'columns' | 'check' | 'run' | 'result'
  busy: boolean
  file: { name: string; size: number; blob: Blob } | null
  about: AboutFile | null
  mapping: Mapping
  /** What the person said about the file; the rest is guessed. */
  choice: TableChoice
  defaults: Defaults
  duplicates: DuplicatePolicy
  check: Check
  run: Run | null
  result: ImportDetail | null
  /** Rows refused by the dry run and never sent. */
  leftOut: number
  /** Their problems. */
  problems: readonly ImportFailure[]
  trouble: Trouble | null
}

export const noCheck: Check = { percent: 0, found: null, existing: null }

export const emptyState: ImportState = {
  step: 'file',
  busy: false,
  file: null,
  about: null,
  mapping: [],
  choice: {},
  defaults: { status: 'new', sales: 0, campaign_id: null, tags: [] },
  duplicates: 'skip',
  check: noCheck,
  run: null,
  result: null,
  leftOut: 0,
  problems: [],
  trouble: null,
}

export const importStore = createStore<ImportState>(emptyState)

export const useImport = (): ImportState => useStore(importStore)

export function change(next: Partial<ImportState>): void {
  importStore.set((old) => ({ ...old, ...next }))
}
