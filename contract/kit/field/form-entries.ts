/** Encoding of multipart forms: docs/product/forms.md#wire-forms, and nested files. */

import { type Fields, isStoredFile } from './field.ts'
import { mapFiles } from './file-places.ts'
import { toText } from './guards.ts'
import { isFile } from './kind.ts'
import { isData, stripEmpty } from './wire.ts'

type Entry = [key: string, value: unknown]

/** Bytes to be sent: a Blob or a ChosenFile. */
const isSent = (value: unknown) => typeof value === 'object' && value !== null && !isData(value) && !isStoredFile(value)

/** Returns the values with each file to be sent as `{ part }`: the name of its part, which is its path. */
function apart(fields: Fields, values: Readonly<Record<string, unknown>>, parts: Entry[]): Record<string, unknown> {
  return mapFiles(fields, values, ({ path, value }) => {
    if (!isSent(value)) return value
    parts.push([path, value])
    return { part: path }
  })
}

/** Entries of all values in one JSON part; a field of one file keeps its own part. */
function partEntries(fields: Fields, values: Readonly<Record<string, unknown>>, part: string): Entry[] {
  const isOwn = (name: string) => Object.hasOwn(fields, name) && isFile(fields[name]?.kind ?? 'text')
  const parts: Entry[] = Object.entries(values).filter(([name]) => isOwn(name))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !isOwn(name)))
  return [[part, JSON.stringify(apart(fields, rest, parts))], ...parts]
}

/**
 * Returns the ordered entries of a multipart form. Files are passed on (a Blob or ChosenFile.content), nested values are JSON, with each
 * file to be sent as `{ part }`: the name of its part.
 */
export function formEntries(fields: Fields, input: Readonly<Record<string, unknown>>, part?: string): Entry[] {
  const values = stripEmpty(input)
  if (part !== undefined) return partEntries(fields, values, part)
  return Object.entries(values).flatMap(([name, value]): Entry[] => {
    const kind = fields[name]?.kind
    if (kind && isFile(kind)) return [[name, value]]
    if (kind === 'files' && Array.isArray(value) && value.length) return value.map((entry: unknown) => [`${name}[]`, entry])
    if (kind === 'rows' || kind === 'object') {
      const parts: Entry[] = []
      return [[name, JSON.stringify(apart(fields, { [name]: value }, parts)[name])], ...parts]
    }
    if (Array.isArray(value) && fields[name]?.commas) return [[name, value.join(',')]]
    if (Array.isArray(value)) return value.length ? value.map((entry) => [`${name}[]`, String(entry)]) : [[`${name}[]`, '']]
    return [[name, toText(value)]]
  })
}
