/** Where an import stands, outside React: it goes on while the person looks at something else. */
import { createStore, useStore } from '#console/data/base/store.ts'
import type { Mapping } from '#contract/import/columns.ts'
import type { FileProblemCode } from '#contract/import/file-problem.ts'
import type { DuplicatePolicy, ImportFailure } from '#contract/import/import-calls.ts'
import type { ImportDetail } from '#contract/leads/lead-import.ts'
import type { AboutFile, Checked } from './protocol.ts'
import type { Defaults } from './stored-import.ts'

/** `waiting`: offline; it goes on by itself. `cancelling`: what is on its way is let finish. */
export interface Run {
  ref: string
  total: number
  part: number
  parts: number
  state: 'sending' | 'waiting' | 'cancelling'
  /** As the server counts so far; null until it has said anything. */
  server: ImportDetail | null
}

/** A dry run: what the thread found, and what the server has of it. */
export interface Check {
  percent: number
  found: Checked | null
  /** Phones of good rows that a lead has already; null until the server was asked. */
  existing: ReadonlySet<string> | null
}

export type Trouble =
  | { is: 'file'; code: FileProblemCode; params: Readonly<Record<string, number>> }
  /** The device or the server refused; the words are for a person. */
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
  defaults: Defaults
  duplicates: DuplicatePolicy
  check: Check
  run: Run | null
  result: ImportDetail | null
  /** Rows that the dry run of this import found wrong, so that they were never sent. */
  leftOut: number
  /** What was wrong with them. */
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
