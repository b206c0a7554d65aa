/**
 * Three-way merge of a value: as seen by the person (`base`), as they left it (`mine`), as the server has it (`theirs`). It depends on the
 * kind alone (docs/offline.md#conflicts).
 */

import { met } from './condition.ts'
import { type Field, type Fields, isEmpty } from './field.ts'
import { isRecord, toText } from './guards.ts'
import { mergeElements } from './merge-elements.ts'

/** A clash is left to the person: both sides changed it, differently. */
export type Merged = { clash: false; value: unknown } | { clash: true }

type Values = Readonly<Record<string, unknown>>

/** Normalises a value for comparison: key order, empty values and date notation do not count. */
function normal(field: Pick<Field, 'kind' | 'emptyDate' | 'unassigned' | 'fields'> | undefined, value: unknown): unknown {
  if (isEmpty(value)) return null
  if (field?.kind === 'dateTime' && typeof value === 'string') {
    if (field.emptyDate && value.startsWith(field.emptyDate.slice(0, 10))) return null
    const at = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}+07:00`)
    return Number.isNaN(at) ? value : at
  }
  if (field?.kind === 'reference' && field.unassigned && value === 0) return null
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => normal(field?.fields && { kind: 'object', fields: field.fields }, entry))
    return field && isSet(field) ? entries.map((entry) => JSON.stringify(entry)).sort() : entries
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([name, entry]): [string, unknown][] => {
    const inner = field?.fields?.[name]
    // What the server computes of a nested row, such as its place, nobody has changed.
    const normalised = inner?.readOnly ? null : normal(inner, entry)
    return normalised === null ? [] : [[name, normalised]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Kinds whose entries form a set: their order means nothing. */
function isSet({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'tags' || kind === 'choices' || kind === 'references'
}

/** Returns whether two values of a field are equal; without the field, as they are. */
export function equalValues(field: Field | undefined, a: unknown, b: unknown): boolean {
  return JSON.stringify(normal(field, a)) === JSON.stringify(normal(field, b))
}

function mergeSets(field: Field, base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): Merged {
  const value = [...theirs.filter((entry) => mine.includes(entry) || !base.includes(entry))]
  for (const entry of mine) if (!base.includes(entry) && !value.includes(entry)) value.push(entry)
  const standsAlone = value.length > 1 && value.some((entry) => field.exclusive?.includes(toText(entry)))
  return standsAlone ? { clash: true } : fitting(field, value)
}

/** A clash where `max` or `min` is broken: the person chooses. */
function fitting(field: Field, value: readonly unknown[]): Merged {
  const minCount = Math.max(field.min ?? 0, field.required ? 1 : 0)
  return value.length > (field.max ?? Number.POSITIVE_INFINITY) || value.length < minCount ? { clash: true } : { clash: false, value }
}

function mergeObjects(fields: Fields, base: Values, mine: Values, theirs: Values): Merged {
  const value: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const merged = mergeValues(fields[name], base[name], mine[name], theirs[name])
    if (merged.clash) return merged
    if (merged.value !== undefined) value[name] = merged.value
  }
  return { clash: false, value }
}

const listOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : isEmpty(value) ? [] : null)

function mergeRows(field: Field, base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): Merged {
  const fields = field.fields ?? {}
  const merged = mergeElements(base, mine, theirs, {
    keyOf: (entry) =>
      isRecord(entry) && typeof entry.ref === 'string' ? entry.ref : JSON.stringify(normal({ kind: 'object', fields }, entry)),
    equal: (a, b) => equalValues({ kind: 'object', required: false, readOnly: false, fields }, a, b),
    merge: (a, b, c) => (isRecord(b) && isRecord(c) ? mergeObjects(fields, isRecord(a) ? a : {}, b, c) : { clash: true }),
  })
  return merged ? fitting(field, merged) : { clash: true }
}

/**
 * Returns the value with both changes, or a clash. One side unchanged: the other's value. Entries of tags, choices and references are
 * merged one by one, objects by field, rows by their `ref`.
 */
export function mergeValues(field: Field | undefined, base: unknown, mine: unknown, theirs: unknown): Merged {
  if (equalValues(field, mine, theirs) || equalValues(field, base, mine)) return { clash: false, value: theirs }
  if (equalValues(field, base, theirs)) return { clash: false, value: mine }
  if (!field) return { clash: true }
  const lists = [listOf(base), listOf(mine), listOf(theirs)] as const
  if (isSet(field) && lists[0] && lists[1] && lists[2]) return mergeSets(field, lists[0], lists[1], lists[2])
  if (field.kind === 'rows' && lists[0] && lists[1] && lists[2]) return mergeRows(field, lists[0], lists[1], lists[2])
  if (field.kind === 'object' && isRecord(mine) && isRecord(theirs)) {
    return mergeObjects(field.fields ?? {}, isRecord(base) ? base : {}, mine, theirs)
  }
  return { clash: true }
}

export interface RecordMerge {
  /** Merged value of each field of mine that does not clash. */
  values: Readonly<Record<string, unknown>>
  clashes: readonly string[]
  /** Fields that only they changed, as far as the base is known. */
  theirs: readonly string[]
}

export interface Sides {
  /** Values as seen: at least the fields of `mine`; others clash. */
  base: Values
  /** Changed fields only. */
  mine: Values
  /** The whole record. */
  theirs: Values
  /** Fields of `mine` with a file that is not stored yet: never equal. */
  files?: readonly string[]
}

/** Merges records field by field. A field without a known base clashes unless both sides are equal. */
export function mergeRecords(fields: Fields, { base, mine, theirs, files = [] }: Sides): RecordMerge {
  const values: Record<string, unknown> = {}
  const clashes: string[] = []
  for (const [name, value] of Object.entries(mine)) {
    const field = fields[name]
    const known = Object.hasOwn(base, name)
    const untouched = known && equalValues(field, base[name], theirs[name])
    if (files.includes(name) ? untouched : untouched || (!known && equalValues(field, value, theirs[name]))) values[name] = value
    else if (files.includes(name) || !known) clashes.push(name)
    else {
      const merged = mergeValues(field, base[name], value, theirs[name])
      if (merged.clash) clashes.push(name)
      else values[name] = merged.value
    }
  }
  return { values, clashes, theirs: changedBetween(fields, base, theirs).filter((name) => !Object.hasOwn(mine, name)) }
}

/** Returns writable fields whose current value differs from the one seen; unseen fields are not compared. */
export function changedBetween(fields: Fields, seen: Values, now: Values): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.readOnly || !Object.hasOwn(seen, name) || !met(field.shownWhen, now) || equalValues(field, seen[name], now[name]) ? [] : [name],
  )
}
