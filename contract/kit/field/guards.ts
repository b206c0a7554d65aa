/** Guards for values that come from outside: a wire, a store, a library without types. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a record of unknown properties; an empty one for everything that is not a record. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** A value as text: nothing for what is empty, and never '[object Object]' or 'undefined'. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(toText).join(',')
  return value instanceof Error || value instanceof Date ? value.toString() : ''
}
