/** Saves rows on a device that may be full, or whose database was closed during the save (docs/offline.md#the-idea). */
import { type DatabaseState, databaseStore } from '../cache/database-state.ts'
import { ownerDatabase } from '../cache/db.ts'
import { NotKeptError, type OwnerDatabase } from '../outbox/store/database.ts'
import { isFull } from '../outbox/store/lost-connection.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { type Addition, type Alongside, addRows } from '../outbox/store/store.ts'
import { freeStorage } from './free-storage.ts'
import { OutboxError } from './outbox-error.ts'

/** By another version of the console, until a person does something about it. */
const isHeldUp = (state: DatabaseState): state is 'outdated' | 'blocked' => state === 'outdated' || state === 'blocked'

/** Open before anything is written: a write that waits behind a blocked upgrade could still happen after it was refused. */
async function opened(owner: string): Promise<OwnerDatabase> {
  const state = databaseStore.get()
  if (isHeldUp(state)) throw new OutboxError(state)
  const db = ownerDatabase()
  if (db?.owner !== owner) throw new OutboxError('signed-out')
  let stop: () => void = () => undefined
  const refused = new Promise<never>((_, reject) => {
    stop = databaseStore.subscribe(() => {
      const now = databaseStore.get()
      if (isHeldUp(now)) reject(new OutboxError(now))
    })
  })
  const opening = db.withConnection(() => db.open())
  try {
    await orAfterSilence(Promise.race([opening, refused]), () => Promise.reject(new NotKeptError('silent', false)))
    return db
  } finally {
    stop()
  }
}

const reasonOf = (error: unknown) =>
  isFull(error) ? 'quota' : error instanceof NotKeptError && error.reason === 'silent' ? 'silent' : 'database'

/**
 * Resolves when the rows are durable. On a full device caches are evicted first, and the save is tried once more; a lost connection is
 * opened anew by the database. Throws OutboxError: then none of the rows was kept, unless it `isUnsure`.
 */
export async function saveRows(owner: string, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  const save = async () => addRows(await opened(owner), additions, alongside)
  try {
    await save().catch(async (error: unknown) => {
      if (!isFull(error)) throw error
      await freeStorage()
      await save()
    })
  } catch (error) {
    if (error instanceof OutboxError) throw error
    throw new OutboxError(reasonOf(error), error, error instanceof NotKeptError && error.isUnsure)
  }
}
