import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { FormValues } from '../form/values/tools.ts'
import { startValues } from '../form/values/values.ts'

/** Initial values of a call's form: those of the record; of a choice that the call does not offer, such as 'unpaid', its own initial one. */
export function startCallValues(fields: Fields, record: Readonly<Record<string, unknown>> | null): FormValues {
  const initial = startValues(fields, null)
  return Object.fromEntries(
    Object.entries(startValues(fields, record)).map(([name, value]) => {
      const field = fields[name]
      const isOffered = field?.kind !== 'choice' || value === '' || field.values?.includes(toText(value))
      return [name, isOffered ? value : initial[name]]
    }),
  )
}
