import { useId } from 'react'
import { Field } from '#console/ui/field.tsx'
import { RequiredMark } from '#console/ui/required-mark.tsx'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { fieldHint, fieldLabel } from '../../text/labels.ts'
import type { InputProps } from '../values/tools.ts'
import { inputFor } from './input-for.tsx'

interface Props extends Omit<InputProps, 'id' | 'label' | 'onBlur' | 'invalid'> {
  /** Path of the row in the record. */
  path: string
  error: string
  required?: boolean
}

/** Message of a refused value among the errors of a row. */
export const rowError = (errors: unknown, name: string): string => toText(toRecord(toRecord(errors)[name]).message)

/** One field of a row whose list is one value of the form, drawn by its kind. */
export function RowField({ field, name, path, value, error, disabled, onChange, required = false }: Props) {
  const id = useId()
  const label = fieldLabel(name, field)
  const Kind = inputFor(field.kind)
  const props = { id, name: `${path}.${name}`, field, label, value, onChange, onBlur: () => undefined, invalid: error !== '', disabled }
  return (
    <Field
      id={id}
      label={
        <>
          {label}
          {required && !disabled && <RequiredMark />}
        </>
      }
      hint={fieldHint(field)}
      error={error}
    >
      <Kind {...props} />
    </Field>
  )
}
