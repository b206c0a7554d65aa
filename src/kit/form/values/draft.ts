import { sessionStore } from '#console/data/api/session.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { mapFiles } from '#contract/kit/field/file-places.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { mergeValues } from '#contract/kit/field/merge.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { isStaged } from '#contract/uploads.ts'
import { readStored, writeStored } from '../../text/stored.ts'
import type { FormValues } from './tools.ts'
import { same, startValues } from './values.ts'

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

/** Unsaved input, and the record that it was made on: its version, and its values of the same fields. */
export interface Draft {
  values: FormValues
  seen: { version: number; values: FormValues } | null
}

/** Writes synchronously; localStorage is still allowed while a page unloads. `base`: the record that the person saw. */
export function writeDraft(
  key: string,
  section: Section,
  values: Readonly<FormValues>,
  start: Readonly<FormValues>,
  base: AnyRow | null,
): boolean {
  const kept = keepable(section, values, start)
  const seen = base && { version: base.version, values: Object.fromEntries(Object.keys(kept).map((name) => [name, base[name] ?? null])) }
  return writeStored(key, {
    values: mapFiles(section.fields, kept, ({ value }) => (isStoredFile(value) || isStaged(value) ? value : null)),
    seen,
  })
}

export const dropDraft = (key: string) => writeStored(key, null)

/** Unsaved values of a path. */
export function readDraft(key: string): Draft | null {
  const { values, seen } = toRecord(readStored(key))
  if (!isRecord(values)) return null
  const known = isRecord(seen) && typeof seen.version === 'number' && isRecord(seen.values)
  return { values: { ...values }, seen: known ? { version: Number(seen.version), values: { ...toRecord(seen.values) } } : null }
}

export interface Restored {
  values: FormValues
  /** The record that a save is based on: of the time of the draft in fields that clash, so that saving asks. */
  base: AnyRow | null
  /** Fields that others changed meanwhile, and that hold both changes or ask on saving. */
  merged: readonly string[]
}

/** Brings a draft to the record of today: what others saved meanwhile is merged into it (docs/offline.md#conflicts). */
export function restoreDraft({ fields }: Pick<Section, 'fields'>, { values, seen }: Draft, record: AnyRow | null): Restored {
  if (!record || !seen || seen.version === record.version) return { values, base: record, merged: [] }
  const restored = { ...values }
  const clashes: FormValues = {}
  const [before, now] = [startValues(fields, seen.values), startValues(fields, record)]
  const merged = Object.keys(values).filter((name) => {
    if (!Object.hasOwn(now, name) || !Object.hasOwn(seen.values, name)) return false
    const result = mergeValues(fields[name], before[name], values[name], now[name])
    if (result.clash) clashes[name] = seen.values[name]
    else if (same(result.value, values[name])) return false
    else restored[name] = result.value
    return true
  })
  const base = Object.keys(clashes).length ? { ...record, ...clashes, version: seen.version } : record
  return { values: restored, base, merged }
}
