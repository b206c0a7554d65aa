/** Files for an unsaved lead, stored on the device like the form's text. */
import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { addDraftFile, type DraftFile, dropDraftFiles, readDraftFiles } from '#console/data/cache/draft-files.ts'
import { orAfterSilence } from '#console/data/outbox/store/silence.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { attachFile } from './actions.ts'
import { type Item, kindOf } from './fold.ts'

const place = '/leads/add'

const read = () => readDraftFiles(place)

export const addDraft = (blob: Blob, name: string): Promise<void> => addDraftFile(place, { ref: uuidv7(), name, blob })

export const dropDraft = (ref: string): Promise<void> => dropDraftFiles(place, [ref])

/** Attaches the files to the saved lead; one that fails stays, and so do all of a database that says nothing. */
export async function attachDrafts(lead: string): Promise<void> {
  for (const { ref, name, blob } of await orAfterSilence(read(), () => []))
    if (await attachFile(lead, blob, name, ref)) await dropDraft(ref)
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

/** Updated in every tab. */
export function useDrafts(wanted: boolean): Item[] {
  const [items, setItems] = useState<Item[]>([])
  useEffect(() => {
    if (!wanted) return
    const followed = liveQuery(read).subscribe((files) => setItems(files.map(toItem)))
    return () => followed.unsubscribe()
  }, [wanted])
  return items
}
