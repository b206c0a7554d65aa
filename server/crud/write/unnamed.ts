/** What an update without a mask does not name (docs/product/forms.md#values-that-are-not-named). */
import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { isLeftOut } from '#contract/kit/field/left-out.ts'
import { recordsOf } from '../query/nested.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the validated values (`given`) with the switches, lists and files that the body (`sent`) does not name as they are stored, at any
 * depth: nested rows by their ref, so that a new row has only what it brings.
 */
export function keepUnnamed(fields: Fields, sent: Values, given: Values, stored: Values): Record<string, unknown> {
  const values: Record<string, unknown> = { ...given }
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue
    if (isLeftOut(field, name, sent)) {
      if (Object.hasOwn(stored, name)) values[name] = stored[name]
    } else if (field.kind === 'object' && (!Object.hasOwn(sent, name) || isRecord(sent[name]))) {
      const inner = keepUnnamed(field.fields ?? {}, toRecord(sent[name]), toRecord(given[name]), toRecord(stored[name]))
      if (Object.keys(inner).length) values[name] = inner
    } else if (field.kind === 'rows') {
      const [bodies, earlier] = [recordsOf(sent[name]), recordsOf(stored[name])]
      values[name] = recordsOf(given[name]).map((row, at) => {
        const before = earlier.find(({ ref }) => ref === row.ref)
        return before ? keepUnnamed(field.fields ?? {}, toRecord(bodies[at]), row, before) : row
      })
    }
  }
  return values
}
