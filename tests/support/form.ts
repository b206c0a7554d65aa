import type { Fields } from '#contract/kit/field/field.ts'
import { formEntries } from '#contract/kit/field/form-entries.ts'

/** A form like the console's. */
export function formOf(fields: Fields, values: Readonly<Record<string, unknown>>): FormData {
  const data = new FormData()
  for (const [name, value] of formEntries(fields, values)) data.append(name, value instanceof File ? value : String(value))
  return data
}
