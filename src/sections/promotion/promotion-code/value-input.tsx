import { useWatch } from 'react-hook-form'
import { NumberInput } from '#console/kit/form/inputs/number-input.tsx'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'

/** A discount in percent or rupiah, by the field beside it. */
export function ValueInput(props: InputProps) {
  const kind = useWatch<FormValues>({ name: 'discount_kind' })
  return <NumberInput {...props} field={{ ...props.field, kind: kind === 'amount' ? 'money' : 'percent' }} />
}
