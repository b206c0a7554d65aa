/**
 * Wire forms of part-1 section 5: empty and null values are removed from payloads; arrays in multipart forms are
 * repeated bracketed keys, with one empty key for an empty list.
 */
import { type Fields, isFile, isNumeric } from './field.ts'

/** A JSON body: null, undefined and '' removed, empty lists kept (they mean 'none'). */
export function stripEmpty(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined && value !== ''))
}

/** The entries of a multipart form in order. Files come as they are (a Blob or ChosenFile.content), nested values as JSON. */
export function formEntries(fields: Fields, input: Readonly<Record<string, unknown>>): [key: string, value: unknown][] {
  return Object.entries(stripEmpty(input)).flatMap(([name, value]): [string, unknown][] => {
    const kind = fields[name]?.kind
    if (kind && isFile(kind)) return [[name, value]]
    if (kind === 'rows' || kind === 'object') return [[name, JSON.stringify(value)]]
    if (Array.isArray(value)) return value.length ? value.map((entry) => [`${name}[]`, String(entry)]) : [[`${name}[]`, '']]
    return [[name, String(value)]]
  })
}

function decodeText(kind: string | undefined, value: string): unknown {
  if (kind && isNumeric(kind as 'number')) return value.trim() === '' ? null : Number(value)
  if (kind === 'flag') return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  if ((kind === 'reference' || kind === 'references') && /^\d+$/.test(value)) return Number(value)
  if (kind === 'rows' || kind === 'object') {
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  return value
}

/** Reads the entries of a multipart form back into a record of typed values; unknown keys stay texts. */
export function decodeEntries(fields: Fields, entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const record = new Map<string, unknown>()
  for (const [key, raw] of entries) {
    const list = key.endsWith('[]')
    const name = list ? key.slice(0, -2) : key
    // Keys come from the wire: 'constructor' is no field.
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const kind = field?.kind === 'choices' || field?.kind === 'choice' ? choiceKind(field.values) : field?.kind
    const value = typeof raw === 'string' ? decodeText(kind, raw) : raw
    const before = record.get(name)
    record.set(name, list ? [...(Array.isArray(before) ? before : []), ...(raw === '' ? [] : [value])] : value)
  }
  return Object.fromEntries(record)
}

const choiceKind = (values: readonly (string | number)[] | undefined) => (typeof values?.[0] === 'number' ? 'number' : 'text')
