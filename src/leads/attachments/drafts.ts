/** Files chosen for a lead that is not saved yet: kept on the device, as the text of its form is, until it is. */
import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { ownerDatabase } from '#console/data/db.ts'
import { uuidv7 } from '#console/data/outbox/uuid.ts'
import { isRecord } from '#console/data/storage.ts'
import { attachFile } from './actions.ts'
import { type Item, kindOf } from './fold.ts'

interface DraftFile {
  ref: string
  name: string
  at: string
  blob: Blob
}

const key = 'draft-files:/leads/add'

const isDraft = (value: unknown): value is DraftFile =>
  isRecord(value) && typeof value.ref === 'string' && typeof value.name === 'string' && value.blob instanceof Blob

async function read(): Promise<DraftFile[]> {
  const value = (await ownerDatabase()?.meta.get(key))?.value
  return Array.isArray(value) ? value.filter(isDraft) : []
}

async function change(next: (files: readonly DraftFile[]) => readonly DraftFile[]): Promise<void> {
  const db = ownerDatabase()
  await db?.transaction('rw', db.meta, async () => {
    const value = next(await read())
    await (value.length ? db.meta.put({ key, value }) : db.meta.delete(key))
  })
}

export const addDraft = (blob: Blob, name: string): Promise<void> =>
  change((files) => [...files, { ref: uuidv7(), name, at: new Date().toISOString(), blob }])

export const dropDraft = (ref: string): Promise<void> => change((files) => files.filter((file) => file.ref !== ref))

/** Hands the files to the lead that was saved; one that could not be kept stays. */
export async function attachDrafts(lead: string): Promise<void> {
  for (const { ref, name, blob } of await read()) if (await attachFile(lead, blob, name, ref)) await dropDraft(ref)
}

const toItem = ({ ref, name, at, blob }: DraftFile): Item => ({
  ref,
  name,
  at,
  kind: kindOf(blob.type),
  type: blob.type,
  size: blob.size,
  source: { at: 'here', blob },
  row: null,
  state: 'draft',
  by: null,
})

/** Followed in every tab. */
export function useDrafts(wanted: boolean): Item[] {
  const [items, setItems] = useState<Item[]>([])
  useEffect(() => {
    if (!wanted) return
    const followed = liveQuery(read).subscribe((files) => setItems(files.map(toItem)))
    return () => followed.unsubscribe()
  }, [wanted])
  return items
}
