import { sessionStore } from '#console/data/session.ts'
import { isFile } from '#contract/kit/field.ts'
import type { Section } from '#contract/kit/section.ts'
import { readStored, writeStored } from '../stored.ts'
import type { FormValues } from './tools.ts'

/** A draft is written this long after the last change, and at once when the page is left or hidden. */
export const draftPause = 400

/** Per person and path: another user of the device never sees it. */
export function draftKey(path: string): string {
  return `draft:${sessionStore.get().session?.user.ref ?? ''}:${path}`
}

/** Files and secrets are never kept in a draft. */
function keepable(section: Section, values: Readonly<FormValues>): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const kind = section.fields[name]?.kind
      return kind !== undefined && kind !== 'secret' && !isFile(kind)
    }),
  )
}

/** Written at once to the device; localStorage, because it is still allowed while a page goes away. */
export function writeDraft(key: string, section: Section, values: Readonly<FormValues>, version: number | null): boolean {
  return writeStored(key, { version, values: keepable(section, values) })
}

export const dropDraft = (key: string) => writeStored(key, null)

/** The draft of a path with the version of the record that it began from. */
export function readDraft(key: string): { values: FormValues; version: number | null } | null {
  const { values, version } = Object(readStored(key))
  return typeof values === 'object' && values !== null ? { values, version: typeof version === 'number' ? version : null } : null
}
