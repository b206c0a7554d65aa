/**
 * An unfinished import, stored on the device: file and choices until its rows are sent, then the rows, so that a reload or a lost
 * connection loses nothing. One database per person. Used by page and worker.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Mapping } from '#contract/import/columns.ts'
import type { DuplicatePolicy, ImportFailure } from '#contract/import/import-calls.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'

/** For new leads whose row has no value. */
export interface Defaults {
  status: string
  /** 0 is unassigned. */
  sales: number | string
  campaign_id: number | string | null
  tags: readonly string[]
}

export interface StoredImport {
  file: Blob
  name: string
  mapping: Mapping
  /** Absent in drafts of an earlier version. */
  choice?: TableChoice
  defaults: Defaults
  duplicates: DuplicatePolicy
  /** Once sending has started: ref of the import, number of rows and parts. */
  run: { ref: string; total: number; parts: number; bad: number; problems?: readonly ImportFailure[]; cancelled: boolean } | null
}

interface Schema extends DBSchema {
  draft: { key: string; value: StoredImport }
  parts: { key: number; value: ImportRow[] }
}

const current = 'current'

async function open<T>(owner: string, work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(`import-${owner}`, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('draft')
      fresh.createObjectStore('parts')
    },
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export const readStoredImport = (owner: string): Promise<StoredImport | undefined> =>
  open(owner, (database) => database.get('draft', current))

export const writeStoredImport = (owner: string, kept: StoredImport): Promise<unknown> =>
  open(owner, (database) => database.put('draft', kept, current))

/** Replaces the stored rows of an earlier import. */
export function writeParts(owner: string, parts: readonly ImportRow[][]): Promise<unknown> {
  return open(owner, async (database) => {
    const transaction = database.transaction('parts', 'readwrite')
    await transaction.store.clear()
    await Promise.all([...parts.map((rows, number) => transaction.store.put(rows, number)), transaction.done])
  })
}

export const readPart = (owner: string, number: number): Promise<ImportRow[] | undefined> =>
  open(owner, (database) => database.get('parts', number))

export function deleteStoredImport(owner: string): Promise<unknown> {
  return open(owner, (database) => Promise.all([database.clear('draft'), database.clear('parts')]))
}
