/** Files of a record at any depth. The path of a place is such as `lessons.2.video`. */
import type { Field, Fields } from './field.ts'
import { isRecord } from './guards.ts'
import { isFile } from './kind.ts'

export interface FilePlace {
  path: string
  /** Field of one file, also of one of several. */
  field: Field
  value: unknown
}

type Values = Readonly<Record<string, unknown>>

function mapValue(field: Field, value: unknown, path: string, change: (place: FilePlace) => unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  if (isFile(field.kind)) return change({ path, field, value })
  if (field.kind === 'object') return isRecord(value) ? mapFiles(field.fields ?? {}, value, change, `${path}.`) : value
  if (!Array.isArray(value)) return value
  if (field.kind === 'files') {
    const one: Field = { ...field, kind: 'file' }
    return value.map((entry: unknown, at) => change({ path: `${path}.${at}`, field: one, value: entry }))
  }
  if (field.kind !== 'rows') return value
  return value.map((row: unknown, at) => (isRecord(row) ? mapFiles(field.fields ?? {}, row, change, `${path}.${at}.`) : row))
}

/** Returns a copy of the record with each file replaced by the result of `change`; read-only fields are kept. */
export function mapFiles(fields: Fields, record: Values, change: (place: FilePlace) => unknown, prefix = ''): Record<string, unknown> {
  const entries = Object.entries(record).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return [name, field && !field.readOnly ? mapValue(field, value, prefix + name, change) : value]
  })
  return Object.fromEntries(entries)
}

/** Every file of the record. */
export function filePlaces(fields: Fields, record: Values): FilePlace[] {
  const places: FilePlace[] = []
  mapFiles(fields, record, (place) => {
    places.push(place)
    return place.value
  })
  return places
}
