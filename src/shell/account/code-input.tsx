import type { ComponentProps } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { describedBy, Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  id: string
  hint: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** Input of an authenticator code, with autofill. */
export function CodeInput({ id, hint, error, value, onChange, ...rest }: Props) {
  return (
    <Field id={id} label={t('account.code')} hint={hint} error={error}>
      <Input
        id={id}
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="font-medium tracking-[0.2em] tabular-nums"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id)}
        {...rest}
      />
    </Field>
  )
}
