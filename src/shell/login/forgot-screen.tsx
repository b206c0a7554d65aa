import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { deviceFields } from '#console/data/api/sign-in.ts'
import { getLocale, t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import { looseEmail } from '#contract/lib/patterns.ts'
import { requestForgetPassword } from '#contract/session.ts'
import { failureText, fieldFailure } from '../account/failure.ts'
import { useSending } from '../account/use-sending.ts'
import { GuestFrame } from './guest-frame.tsx'

/** Requests a mail with a link; the server's message is shown in any case. */
export function ForgotScreen() {
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    setSent(null)
    if (!looseEmail.test(email.trim())) return document.getElementById('email')?.focus()
    const body = { email: email.trim().toLowerCase(), language: getLocale(), ...(await deviceFields()) }
    const { message } = await request<{ message: string }>(requestForgetPassword, { body })
    setSent(message)
  })
  const problem = tried && !looseEmail.test(email.trim()) ? t('forgot.invalid') : fieldFailure(error, 'email')
  return (
    <GuestFrame title={t('forgot.title')} detail={t('forgot.detail')}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {error ? <Alert tone="danger">{failureText(error)}</Alert> : sent && <Alert>{sent}</Alert>}
        <Field id="email" label={t('login.username')} error={problem}>
          <Input
            id="email"
            type="email"
            dir="ltr"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={describedBy('email')}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t('forgot.submit')}
        </Button>
        <a href="/login" className="justify-self-center text-sm text-primary-text underline-offset-4 hover:underline">
          {t('forgot.back')}
        </a>
      </form>
    </GuestFrame>
  )
}
