import { serverDate } from '#console/data/base/server-clock.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { FormValues } from './tools.ts'

function copied(field: Field, value: unknown): unknown {
  if (field.kind === 'object' && isRecord(value)) return copyOfFields(field.fields ?? {}, value)
  // Rows are merged by ref, so a copy has no refs.
  if (field.kind === 'rows' && Array.isArray(value))
    return value.map((row) => (isRecord(row) ? copyOfFields(field.fields ?? {}, row) : row))
  return value
}

function copyOfFields(fields: Fields, record: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = record[name]
      const isOwn = field.readOnly || field.unique || field.kind === 'secret'
      return isOwn || value === null || value === undefined ? [] : [[name, copied(field, value)]]
    }),
  )
}

/** Initial values of a copy: unique fields are empty, references and files are kept, and the section says what differs. */
export function copyOf({ fields, duplicate }: Pick<Section, 'fields' | 'duplicate'>, record: AnyRow): FormValues {
  const own = typeof duplicate === 'function' ? duplicate(record, serverDate()) : {}
  const differing = Object.entries(own).map(([name, value]) => [name, value ?? ''])
  const empty = Object.entries(fields).filter(([, { readOnly, unique }]) => unique && !readOnly)
  return {
    ...Object.fromEntries(empty.map(([name, { kind }]) => [name, isFile(kind) ? null : ''])),
    ...copyOfFields(fields, record),
    ...Object.fromEntries(differing),
  }
}
