import { TextInput } from '#console/kit/form/inputs/text-input.tsx'
import type { InputProps } from '#console/kit/form/tools.ts'

/** A code in capitals while it is typed, as it will be kept. */
export function CodeInput({ onChange, ...props }: InputProps) {
  return <TextInput {...props} onChange={(value) => onChange(String(value ?? '').toUpperCase())} />
}
