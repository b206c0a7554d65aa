import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { passwordLimits } from '#contract/choices/password-limits.ts'
import { resetPassword } from '#contract/session.ts'
import { failureText, fieldFailure, isLinkSpent } from '../account/failure.ts'
import { PasswordInput } from '../account/password-input.tsx'
import { useSending } from '../account/use-sending.ts'

interface Props {
  token: string
  onDone: () => void
  /** The link was used or expired meanwhile. */
  onSpent: (error: unknown) => void
}

export function ResetForm({ token, onDone, onSpent }: Props) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    if (password.length < passwordLimits.min) return document.getElementById('password')?.focus()
    if (password !== repeated) return document.getElementById('confirm')?.focus()
    const body = { token, password, confirm_password: repeated }
    try {
      const { message } = await request<{ message: string }>(resetPassword, { body })
      postMessage({ kind: 'success', text: message })
      onDone()
    } catch (failure) {
      if (!isLinkSpent(failure)) throw failure
      onSpent(failure)
    }
  })
  const short = tried && password.length < passwordLimits.min ? t('reset.short') : fieldFailure(error, 'password')
  const differs = tried && password !== repeated ? t('reset.differs') : fieldFailure(error, 'confirm_password')
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {error ? <Alert tone="danger">{failureText(error)}</Alert> : null}
      <Field id="password" label={t('reset.password')} error={short}>
        <PasswordInput
          id="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={short ? true : undefined}
          aria-describedby={describedBy('password')}
        />
      </Field>
      <Field id="confirm" label={t('reset.confirm')} error={differs}>
        <PasswordInput
          id="confirm"
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          aria-invalid={differs ? true : undefined}
          aria-describedby={describedBy('confirm')}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
