import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { FormValues } from '../values/tools.ts'
import { same, startValues } from '../values/values.ts'

/** Whether anything stands in the form that is not its record's, in this very moment. */
export function isTyped({ getFieldState }: Pick<UseFormReturn<FormValues>, 'getFieldState'>, { fields }: Pick<Section, 'fields'>): boolean {
  return Object.keys(fields).some((name) => getFieldState(name).isDirty)
}

/**
 * The record that the form's values stem from. One that was read again takes its place only while nothing is typed:
 * otherwise what others changed since would look like this person's changes, and be undone by saving. `prefill` stays over it.
 */
export function useBase(
  form: UseFormReturn<FormValues>,
  section: Section,
  record: AnyRow | null,
  isDirty: boolean,
  prefill: FormValues = {},
): AnyRow | null {
  const [base, setBase] = useState(record)
  useEffect(() => {
    // What was typed since it was drawn is not in `isDirty` yet.
    if (record === base || isDirty || !record || isTyped(form, section)) return
    const values = startValues(section.fields, record)
    if (!same(values, startValues(section.fields, base))) form.reset({ ...values, ...prefill })
    setBase(record)
  }, [form, section, record, base, isDirty, prefill])
  return base
}

/** Whether a row of a list holds all that the form shows; where it does not, the form waits for the record. */
export function isComplete(section: Section, row: AnyRow): boolean {
  return Object.entries(section.fields).every(([name, field]) => field.readOnly || field.kind === 'secret' || Object.hasOwn(row, name))
}
