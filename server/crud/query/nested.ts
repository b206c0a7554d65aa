/** Nested rows of a record at any depth, merged by ref; absent refs are generated. */
import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

/** The nested rows of a value; none when it is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function withRefs(value: unknown, fields: Fields = {}): Record<string, unknown>[] {
  const inner = Object.entries(fields).filter(([, { kind }]) => kind === 'rows')
  return recordsOf(value).map((row) => ({
    ...row,
    ...Object.fromEntries(inner.map(([name, field]) => [name, withRefs(row[name], field.fields)])),
    ref: typeof row.ref === 'string' ? row.ref : uuidv7(),
  }))
}
