/** Decoding of multipart forms into records. */
import { measureJson } from '../../lib/json-size.ts'
import type { Fields } from './field.ts'
import { isRecord } from './guards.ts'
import { isNumeric } from './kind.ts'

const isJsonKind = (kind: string | undefined) => kind === 'rows' || kind === 'object'

function decodeText(kind: string | undefined, value: string): unknown {
  if (kind && isNumeric(kind as 'number')) return value.trim() === '' ? null : Number(value)
  if (kind === 'flag') return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  if ((kind === 'reference' || kind === 'references') && /^\d+$/.test(value)) return Number(value)
  if (isJsonKind(kind)) {
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  // A form writes every end of a line as CRLF.
  return value.replaceAll('\r\n', '\n')
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

function readPart(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new SyntaxError('The part is no record.')
  return value
}

/** Maximum number of form entries or JSON keys; all lists of the contract together have fewer. */
export const maxEntries = 10_000

/** Thrown for more than `maxEntries` entries. */
export class TooManyEntriesError extends Error {
  constructor() {
    super(`A request may have at most ${maxEntries} entries.`)
    this.name = 'TooManyEntriesError'
  }
}

/**
 * Decodes multipart entries into typed values in linear time; unknown keys stay texts. `part` holds values as one JSON text. Throws
 * TooManyEntriesError, and SyntaxError where the part is no record.
 */
export function decodeEntries(fields: Fields, entries: Iterable<readonly [string, unknown]>, part?: string): Record<string, unknown> {
  const record = new Map<string, unknown>()
  let count = 0
  const add = (more: number) => {
    count += more
    if (count > maxEntries) throw new TooManyEntriesError()
  }
  for (const [key, raw] of entries) {
    add(1)
    if (key === part && typeof raw === 'string') {
      add(measureJson(raw).keys)
      for (const [name, value] of Object.entries(readPart(raw))) if (name !== '__proto__') record.set(name, value)
      continue
    }
    const list = key.endsWith('[]')
    const name = list ? key.slice(0, -2) : key
    // Keys come from the wire: 'constructor' is no field.
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const kind = field?.kind === 'choices' || field?.kind === 'choice' ? choiceKind(field.values) : field?.kind
    if (typeof raw === 'string' && isJsonKind(kind)) add(measureJson(raw).keys)
    const value = typeof raw === 'string' ? decodeText(kind, raw) : raw
    if (!list) {
      record.set(name, field?.commas && typeof raw === 'string' ? splitList(raw) : value)
      continue
    }
    const before = record.get(name)
    const values: unknown[] = Array.isArray(before) ? before : []
    if (raw !== '') values.push(value)
    record.set(name, values)
  }
  return Object.fromEntries(record)
}

const choiceKind = (values: readonly (string | number)[] | undefined) => (typeof values?.[0] === 'number' ? 'number' : 'text')
