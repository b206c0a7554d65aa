import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { FormValues } from '../values/tools.ts'
import { same, startValues } from '../values/values.ts'

/** Whether a field differs from its record at this moment. */
export function isTyped({ getFieldState }: Pick<UseFormReturn<FormValues>, 'getFieldState'>, { fields }: Pick<Section, 'fields'>): boolean {
  return Object.keys(fields).some((name) => getFieldState(name).isDirty)
}

/**
 * Returns the record that the form's values come from. A newer read replaces it only while nothing is typed: otherwise saving would undo
 * the changes of others. `prefill` stays over it. `first`: that of a restored draft.
 */
export function useBase(
  form: UseFormReturn<FormValues>,
  section: Section,
  record: AnyRow | null,
  isDirty: boolean,
  prefill: FormValues = {},
  first: AnyRow | null = record,
): AnyRow | null {
  const [base, setBase] = useState(first)
  useEffect(() => {
    // `isDirty` does not include input since the last render.
    if (record === base || isDirty || !record || isTyped(form, section)) return
    const values = startValues(section.fields, record)
    if (!same(values, startValues(section.fields, base))) form.reset({ ...values, ...prefill })
    setBase(record)
  }, [form, section, record, base, isDirty, prefill])
  return base
}

/** Whether a list's row has all fields of the form; otherwise the form waits for the record. */
export function isComplete(section: Section, row: AnyRow): boolean {
  return Object.entries(section.fields).every(([name, field]) => field.readOnly || field.kind === 'secret' || Object.hasOwn(row, name))
}
