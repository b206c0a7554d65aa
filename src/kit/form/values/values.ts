import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isFile, isMany } from '#contract/kit/field/kind.ts'
import { initialInput } from '#contract/kit/section/section.ts'
import { fitsMode } from './available-field.ts'
import type { FormValues } from './tools.ts'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Empty value of a field's input. */
function emptyOf(field: Field): unknown {
  if (isMany(field.kind)) return []
  if (field.kind === 'flag') return false
  if (field.kind === 'object') return startValues(field.fields ?? {}, {})
  return isFile(field.kind) ? null : ''
}

function startValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || field.adds) return emptyOf(field)
  if (field.emptyDate && typeof value === 'string' && value.startsWith(field.emptyDate.slice(0, 10))) return ''
  if (field.kind === 'object') return startValues(field.fields ?? {}, isPlain(value) ? value : {})
  if (field.kind === 'rows' && Array.isArray(value)) {
    return value.map((entry) => (isPlain(entry) ? { ...entry, ...startValues(field.fields ?? {}, entry) } : entry))
  }
  return value
}

/** A choice that the console's mode does not offer begins with the first one that it does. */
function initialOfMode(fields: Fields): Record<string, unknown> {
  const initial = initialInput(fields)
  for (const [name, field] of Object.entries(fields)) {
    const isOffered = (value: string | number) => fitsMode(field, value)
    if (field.modes && field.values?.some((value) => value === initial[name] && !isOffered(value)))
      initial[name] = field.values.find(isOffered)
  }
  return initial
}

/** Initial values of a form, from a record or the defaults of a new one. Secrets start empty; `all`: with read-only fields. */
export function startValues(fields: Fields, record: Readonly<Record<string, unknown>> | null, all = false): FormValues {
  const source = record ?? initialOfMode(fields)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.readOnly && !all ? [] : [[name, field.kind === 'secret' ? '' : startValue(field, source[name])]],
    ),
  )
}

/** Removes empty texts at every depth, as validation and wire require. Files stay as they are. */
export function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (!isPlain(value) || 'content' in value) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (entry === '' || entry === null ? [] : [[key, clean(entry)]])))
}

export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((entry, index) => same(entry, b[index]))
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same(a[key], b[key]))
}

const absent = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** Returns the fields that differ from the record; null: cleared. `after`: the validated values. */
export function changedFields(fields: Fields, record: Readonly<Record<string, unknown>>, after: Readonly<FormValues>): FormValues {
  const before = startValues(fields, record)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.readOnly) return []
      const [old, next] = [clean(before[name]), clean(after[name])]
      if ((absent(old) && absent(next)) || same(old, next)) return []
      if (field.kind === 'secret' && absent(next)) return []
      // An unset flag and one that is off are equal to a person.
      if (field.kind === 'flag' && !old && !next) return []
      return [[name, absent(next) ? (isMany(field.kind) ? [] : null) : next]]
    }),
  )
}
