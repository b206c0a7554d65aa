/** Files that were chosen and not saved or sent yet: on the device, as the text beside them is, until they are. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { ownerDatabase } from './db.ts'

/** Not every browser gives a file back with its name, so that stands beside it. */
export interface DraftFile {
  /** Its own, a UUID. */
  ref: string
  name: string
  /** When it was chosen. */
  at: string
  blob: Blob
}

const metaKey = (place: string) => `draft-files:${place}`

const isDraft = (value: unknown): value is DraftFile =>
  isRecord(value) && typeof value.ref === 'string' && typeof value.name === 'string' && value.blob instanceof Blob

/** Those of a place, such as '/leads/add', in the order in which they were chosen. */
export async function readDraftFiles(place: string, db: OwnerDatabase | null = ownerDatabase()): Promise<DraftFile[]> {
  const value = (await db?.meta.get(metaKey(place)))?.value
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
  change(place, (files) => [...files, { ...file, at: new Date().toISOString() }])

/** Those that were saved, sent or taken out. With `db` within a transaction of it. */
export const dropDraftFiles = (place: string, refs: readonly string[], db?: OwnerDatabase): Promise<void> =>
  change(place, (files) => files.filter(({ ref }) => !refs.includes(ref)), db)
