import { sessionStore } from '#console/data/api/session.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { mapFiles } from '#contract/kit/field/file-places.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { isStaged } from '#contract/uploads.ts'
import { readStored, writeStored } from '../../text/stored.ts'
import type { FormValues } from './tools.ts'
import { same } from './values.ts'

/** Milliseconds from the last change to the draft's write; at once when the page is left or hidden. */
export const draftPause = 400

/** Key per person and path: no other user of the device sees it. */
export function draftKey(path: string): string {
  return `draft:${sessionStore.get().session?.user.ref ?? ''}:${path}`
}

/** Values that differ from the start, so that a draft undoes no later changes of others. Files and secrets are never kept, but
 * for videos on their way, which are names. */
function keepable(section: Section, values: Readonly<FormValues>, start: Readonly<FormValues>): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const kind = section.fields[name]?.kind
      return kind !== undefined && kind !== 'secret' && kind !== 'files' && (!isFile(kind) || isStaged(value)) && !same(value, start[name])
    }),
  )
}

/** Writes synchronously; localStorage is still allowed while a page unloads. */
export function writeDraft(key: string, section: Section, values: Readonly<FormValues>, start: Readonly<FormValues>): boolean {
  return writeStored(key, {
    values: mapFiles(section.fields, keepable(section, values, start), ({ value }) =>
      isStoredFile(value) || isStaged(value) ? value : null,
    ),
  })
}

export const dropDraft = (key: string) => writeStored(key, null)

/** Unsaved values of a path. */
export function readDraft(key: string): FormValues | null {
  const { values } = toRecord(readStored(key))
  return isRecord(values) ? { ...values } : null
}
