/** Two people changed one record: separate fields merge by themselves, the same field asks the person (docs/offline.md#conflicts). */
import type { Fields } from '#contract/kit/field/field.ts'
import { changedBetween, equalValues, mergeRecords } from '#contract/kit/field/merge.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Base, OutboxRow } from './types.ts'

/** A record as the base of the next mutation: what a person sees of it now. */
export function baseOf(fields: Fields, current: AnyRow): Base {
  const values = Object.entries(current).filter(([name]) => Object.hasOwn(fields, name))
  return { version: current.version, values: Object.fromEntries(values) }
}

/** The fields of a waiting update, side by side with the record as the server has it. */
export function compare(row: Pick<OutboxRow, 'patch' | 'base' | 'files'>, fields: Fields, current: AnyRow) {
  const files = row.files.map(({ field }) => field)
  return mergeRecords(fields, { base: row.base?.values ?? {}, mine: row.patch, theirs: current, files })
}

export interface Merge {
  patch: Readonly<Record<string, unknown>>
  base: Base
  /** Fields that were changed here and hold in the merged mutation, and those that somebody else changed. */
  mine: readonly string[]
  theirs: readonly string[]
}

/** The mutation that holds both changes; null when a person has to decide, or when what they saw is not known. */
export function mergeUpdate(row: OutboxRow, fields: Fields, current: AnyRow | null | undefined): Merge | null {
  if (!current || !row.base || row.action !== 'update') return null
  const { values, clashes, theirs } = compare(row, fields, current)
  if (clashes.length) return null
  const isFile = (name: string) => row.files.some((file) => file.field === name)
  const mine = Object.keys(values).filter((name) => isFile(name) || !equalValues(fields[name], values[name], current[name]))
  const both = mine.filter((name) => !isFile(name) && !equalValues(fields[name], values[name], row.patch[name]))
  return { patch: values, base: baseOf(fields, current), mine, theirs: [...theirs, ...both] }
}

/**
 * The base of a delete of records that have a new version but nothing in them that the person did not see; null when
 * somebody changed one of them meanwhile.
 */
export function mergeRemoval(row: OutboxRow, fields: Fields, currents: Readonly<Record<string, AnyRow>>): Base | null {
  const { base } = row
  if (row.action !== 'remove' || !base?.each) return null
  const each = { ...base.each }
  for (const [ref, current] of Object.entries(currents)) {
    const seen = each[ref]
    if (!seen || changedBetween(fields, seen.values, current).length) return null
    each[ref] = { ...seen, version: current.version }
  }
  return { ...base, each }
}

/**
 * Rows behind a mutation that now says something else than what the person saw when they made those: their version
 * stays behind, so that the server asks again instead of taking them for built on what it has.
 */
export function keepBaseVersion(later: readonly OutboxRow[], was: OutboxRow, patch: Readonly<Record<string, unknown>>): OutboxRow[] {
  const changed = Object.keys(was.patch).filter((name) => !equalValues(undefined, was.patch[name], patch[name]))
  return later.flatMap((entry) =>
    entry.base && entry.action === 'update' && changed.some((name) => Object.hasOwn(entry.patch, name))
      ? [{ ...entry, base: { ...entry.base, version: was.base?.version ?? 0 } }]
      : [],
  )
}
