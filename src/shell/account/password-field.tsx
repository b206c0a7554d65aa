import { describedBy, Field } from '#console/ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

interface Props {
  id: string
  label: string
  hint?: string
  /** The current password, not a new one. */
  current?: boolean
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

export function PasswordField({ id, label, hint, current = false, error, value, onChange }: Props) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <PasswordInput
        id={id}
        autoComplete={current ? 'current-password' : 'new-password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id)}
      />
    </Field>
  )
}
