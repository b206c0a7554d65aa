/** Type guards for untrusted values: from a wire, a store or an untyped library. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as a record of unknown properties; an empty one if it is no record. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** Returns a value as text: '' if empty, and never '[object Object]' or 'undefined'. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(toText).join(',')
  return value instanceof Error || value instanceof Date ? value.toString() : ''
}
