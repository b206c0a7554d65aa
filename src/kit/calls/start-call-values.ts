import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Asking, CallWindowForm } from '#contract/kit/section/call-rule.ts'
import type { FormValues } from '../form/values/tools.ts'
import { startValues } from '../form/values/values.ts'

type Row = Readonly<Record<string, unknown>>

/** A call's fields with the choices that one record can come to. */
export function offeredFields(fields: Fields, window: CallWindowForm | undefined, record: Row | null, asking: Asking): Fields {
  const offers = (record && window?.offers?.(record, asking)) ?? {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const values = offers[name]
      return [name, values && field.values ? { ...field, values: field.values.filter((value) => values.includes(String(value))) } : field]
    }),
  )
}

/** Initial values of a call's form: those of the record; of a choice that is not offered, such as 'unpaid', the initial or first one. */
export function startCallValues(fields: Fields, record: Row | null): FormValues {
  const initial = startValues(fields, null)
  return Object.fromEntries(
    Object.entries(startValues(fields, record)).map(([name, value]) => {
      const field = fields[name]
      if (field?.kind !== 'choice') return [name, value]
      const isOffered = (each: unknown) => each === '' || (typeof each !== 'object' && field.values?.includes(toText(each)))
      const [first = ''] = field.values ?? []
      return [name, [value, initial[name]].find(isOffered) ?? first]
    }),
  )
}
