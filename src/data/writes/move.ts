/** Takes what waits to another device of the same person, as a file (bundle.ts). */
import { ownerDatabase } from '../cache/db.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import type { Addition } from '../outbox/store/store.ts'
import { type Bundle, BundleError, readBundle, writeBundle } from './bundle.ts'
import { OutboxError } from './outbox-error.ts'
import { saveAndSend } from './start.ts'

function database(): OwnerDatabase {
  const db = ownerDatabase()
  if (!db) throw new OutboxError('signed-out')
  return db
}

export interface Exported {
  /** Of the file. */
  name: string
  file: Blob
  count: number
}

/**
 * Everything that waits or needs the person, with its files. From then on the server is asked before one of these rows is
 * dropped or edited here: the other device may have sent it. A row whose file is gone stays behind, where it says so.
 */
export async function exportOutbox(now: number): Promise<Exported> {
  const db = database()
  const { rows, blobs } = await db.transaction('rw', [db.outbox, db.files], async () => {
    const all = await db.outbox.orderBy('seq').toArray()
    const stored = await db.files.bulkGet(all.flatMap((row) => row.files.map(({ key }) => key)))
    const found = stored.flatMap((each) => (each ? [{ key: each.key, blob: each.blob }] : []))
    const keys = new Set(found.map(({ key }) => key))
    const complete = all.filter((row) => row.files.every(({ key }) => keys.has(key)))
    await db.outbox.bulkPut(complete.map((row): OutboxRow => ({ ...row, attempted: true })))
    return { rows: complete, blobs: found.filter(({ key }) => complete.some((row) => row.files.some((each) => each.key === key))) }
  })
  const file = await writeBundle(db.owner, rows, blobs, now)
  return { name: `lapangan-${new Date(now).toISOString().slice(0, 10)}-${rows.length}.outbox`, file, count: rows.length }
}

export interface Preview {
  made: Bundle['made']
  /** In order; what is on this device already is left out. */
  additions: readonly Addition[]
  known: number
  files: number
  /** Bytes of the files. */
  size: number
}

async function unknownHere(db: OwnerDatabase, additions: readonly Addition[]): Promise<Addition[]> {
  const here = await db.outbox
    .where('id')
    .anyOf(additions.map(({ row }) => row.id))
    .toArray()
  const ids = new Set(here.map(({ id }) => id))
  return additions.filter(({ row }) => !ids.has(row.id))
}

/** What a file would add. Throws BundleError; nothing is kept either way. */
export async function previewImport(file: Blob): Promise<Preview> {
  const db = database()
  const { made, additions } = await readBundle(file, db.owner)
  const fresh = await unknownHere(db, additions)
  const blobs = fresh.flatMap((addition) => addition.blobs)
  const size = blobs.reduce((sum, { blob }) => sum + blob.size, 0)
  return { made, additions: fresh, known: additions.length - fresh.length, files: blobs.length, size }
}

/** Keeps all of it in one transaction, or nothing; then it is sent. The number of changes that were added. Throws BundleError. */
export async function importRows({ additions }: Pick<Preview, 'additions'>): Promise<number> {
  const db = database()
  const fresh = await unknownHere(db, additions)
  if (fresh.length === 0) return 0
  try {
    await saveAndSend(db.owner, fresh)
  } catch (error) {
    throw new BundleError(error instanceof OutboxError && error.reason === 'quota' ? 'full' : 'kept')
  }
  return fresh.length
}
