/** Nested rows of a record, merged by ref; absent refs are generated. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

/** The nested rows of a value; none when it is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function withRefs(value: unknown): Record<string, unknown>[] {
  return recordsOf(value).map((row) => ({ ...row, ref: typeof row.ref === 'string' ? row.ref : uuidv7() }))
}
