/** Saves rows on a device that may be full, or whose database was closed during the save (docs/offline.md#the-idea). */
import { databaseStore } from '../cache/database-state.ts'
import { closeDatabase, ownerDatabase } from '../cache/db.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { type Addition, type Alongside, addRows } from '../outbox/store/store.ts'
import { freeStorage } from './free-storage.ts'
import { OutboxError } from './outbox-error.ts'

/** Dexie wraps what the browser said; a transaction that ran out of room may only say that it was aborted. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = 'inner' in error ? error.inner : error.cause
  return /quota/i.test(`${error.name} ${error.message}`) || isFull(inner)
}

/** Milliseconds. Some browsers never answer when a database is opened, such as in private windows. */
const openMs = 8_000

/** Open before anything is written: a write that waits behind a blocked upgrade could still happen after it was refused. */
async function opened(owner: string): Promise<OwnerDatabase> {
  const state = databaseStore.get()
  if (state !== 'ready') throw new OutboxError(state)
  const db = ownerDatabase()
  if (db?.owner !== owner) throw new OutboxError('signed-out')
  let stop: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const refused = new Promise<never>((_, reject) => {
    stop = databaseStore.subscribe(() => {
      const now = databaseStore.get()
      if (now !== 'ready') reject(new OutboxError(now))
    })
    timer = setTimeout(() => reject(new Error('the database does not open')), openMs)
  })
  try {
    await Promise.race([db.open(), refused])
    return db
  } finally {
    stop()
    clearTimeout(timer)
  }
}

async function isSaved(db: OwnerDatabase, additions: readonly Addition[]): Promise<boolean> {
  const ids = additions.map(({ row }) => row.id)
  return (await db.outbox.where('id').anyOf(ids).count()) === ids.length
}

/**
 * Resolves when the rows are durable. On a full device caches are evicted first, a closed database is opened again, and
 * the save is tried once more. Throws OutboxError; then none of the rows was kept.
 */
export async function saveRows(owner: string, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  try {
    await addRows(await opened(owner), additions, alongside)
  } catch (error) {
    if (error instanceof OutboxError) throw error
    await again(owner, error, additions, alongside)
  }
}

async function again(owner: string, cause: unknown, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  const full = isFull(cause)
  if (full) await freeStorage()
  else closeDatabase()
  try {
    const db = await opened(owner)
    // The answer may have been lost after the rows were kept.
    if (!(await isSaved(db, additions))) await addRows(db, additions, alongside)
  } catch (error) {
    throw error instanceof OutboxError ? error : new OutboxError(full || isFull(error) ? 'quota' : 'database', error)
  }
}
