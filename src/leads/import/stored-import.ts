/**
 * An unfinished import, stored on the device: the file and the choices until its rows are sent, then the rows
 * themselves, so that a reload or a lost connection costs nothing. One database per person. Runs on a page and in the
 * thread that reads files.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Mapping } from '#contract/import/columns.ts'
import type { DuplicatePolicy, ImportFailure } from '#contract/import/import-calls.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'

/** For every new lead, where its row says nothing. */
export interface Defaults {
  status: string
  /** 0 is nobody, as on the wire. */
  sales: number | string
  campaign_id: number | string | null
  tags: readonly string[]
}

export interface StoredImport {
  file: Blob
  name: string
  mapping: Mapping
  defaults: Defaults
  duplicates: DuplicatePolicy
  /** Once the rows are on their way: the import they belong to, their number, and into how many parts they go. */
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

/** Puts the rows of an import in place of those of an earlier one. */
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
