import { TextInput } from '#console/kit/form/inputs/text-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { toText } from '#contract/kit/field/guards.ts'

/** A code, converted to capitals while typing. */
export function CodeInput({ onChange, ...props }: InputProps) {
  return <TextInput {...props} onChange={(value) => onChange(toText(value).toUpperCase())} />
}
