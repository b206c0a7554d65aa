/** Files chosen but not saved or sent: stored on the device, like the text beside them. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { ownerDatabase } from './db.ts'

/** Some browsers lose a file's name, so it is stored separately. */
export interface DraftFile {
  /** A UUID. */
  ref: string
  name: string
  /** Time of choosing. */
  at: string
  blob: Blob
}

const metaKey = (place: string) => `draft-files:${place}`

const isDraft = (value: unknown): value is DraftFile =>
  isRecord(value) && typeof value.ref === 'string' && typeof value.name === 'string' && value.blob instanceof Blob

/** Files of a place, such as '/leads/add', in the order of choosing. */
export async function readDraftFiles(place: string, db: OwnerDatabase | null = ownerDatabase()): Promise<DraftFile[]> {
  const value = (await db?.withConnection(() => db.meta.get(metaKey(place))))?.value
  return Array.isArray(value) ? value.filter(isDraft) : []
}

async function change(
  place: string,
  next: (files: readonly DraftFile[]) => readonly DraftFile[],
  db: OwnerDatabase | null = ownerDatabase(),
): Promise<void> {
  await db?.transaction('rw', db.meta, async () => {
    const value = next(await readDraftFiles(place, db))
    await (value.length ? db.meta.put({ key: metaKey(place), value }) : db.meta.delete(metaKey(place)))
  })
}

export const addDraftFile = (place: string, file: Omit<DraftFile, 'at'>): Promise<void> =>
  change(place, (files) => [...files.filter(({ ref }) => ref !== file.ref), { ...file, at: new Date().toISOString() }])

/** Deletes saved, sent or removed files. With `db` within its transaction. */
export const dropDraftFiles = (place: string, refs: readonly string[], db?: OwnerDatabase): Promise<void> =>
  change(place, (files) => files.filter(({ ref }) => !refs.includes(ref)), db)
