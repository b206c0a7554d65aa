/** Multipart forms as they are written: docs/product/forms.md#wire-forms, and files wherever they stand. */

import { type Fields, isStoredFile } from './field.ts'
import { mapFiles } from './file-places.ts'
import { toText } from './guards.ts'
import { isFile } from './kind.ts'
import { isData, stripEmpty } from './wire.ts'

type Entry = [key: string, value: unknown]

/** Bytes that have to be sent: a Blob, or a ChosenFile. */
const isSent = (value: unknown) => typeof value === 'object' && value !== null && !isData(value) && !isStoredFile(value)

/** The values with each file that has to be sent as `{ part }`, the name of the part that carries it: the path of its place. */
function apart(fields: Fields, values: Readonly<Record<string, unknown>>, parts: Entry[]): Record<string, unknown> {
  return mapFiles(fields, values, ({ path, value }) => {
    if (!isSent(value)) return value
    parts.push([path, value])
    return { part: path }
  })
}

/** One part of JSON for all values; a field of one file stays a part of its own name. */
function partEntries(fields: Fields, values: Readonly<Record<string, unknown>>, part: string): Entry[] {
  const isOwn = (name: string) => Object.hasOwn(fields, name) && isFile(fields[name]?.kind ?? 'text')
  const parts: Entry[] = Object.entries(values).filter(([name]) => isOwn(name))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !isOwn(name)))
  return [[part, JSON.stringify(apart(fields, rest, parts))], ...parts]
}

/**
 * The entries of a multipart form in order. Files come as they are (a Blob or ChosenFile.content), nested values as JSON, in which
 * a file that is sent is `{ part }`: the name of the part that carries it.
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
