import { TextInput } from '#console/kit/form/inputs/text-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { toText } from '#contract/kit/field/guards.ts'

/** A code in capitals while it is typed, as it will be kept. */
export function CodeInput({ onChange, ...props }: InputProps) {
  return <TextInput {...props} onChange={(value) => onChange(toText(value).toUpperCase())} />
}
