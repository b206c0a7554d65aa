import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { passwordLimits } from '#contract/choices/password-limits.ts'
import { resetPassword, validateResetPassword } from '#contract/session.ts'
import { failureText, fieldFailure, isLinkSpent } from '../account/failure.ts'
import { PasswordField } from '../account/password-field.tsx'
import { useSending } from '../account/use-sending.ts'
import { GuestFrame } from './guest-frame.tsx'

interface Props {
  token: string
  onDone: () => void
  /** The link was used or expired meanwhile. */
  onSpent: (error: unknown) => void
}

function ResetForm({ token, onDone, onSpent }: Props) {
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
      <PasswordField id="password" label={t('reset.password')} value={password} error={short} onChange={setPassword} />
      <PasswordField id="confirm" label={t('reset.confirm')} value={repeated} error={differs} onChange={setRepeated} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}

type Checked = { is: 'checking' } | { is: 'good' } | { is: 'spent' | 'unchecked'; why: string }

/** Sets a new password with a mailed token, which is checked first. */
export function ResetScreen({ token }: { token: string }) {
  const { history } = useRouter()
  const [checked, setChecked] = useState<Checked>({ is: 'checking' })
  const fail = (error: unknown) => setChecked({ is: isLinkSpent(error) ? 'spent' : 'unchecked', why: failureText(error) })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt checks anew
  useEffect(() => {
    const stop = new AbortController()
    const check = async () => {
      setChecked({ is: 'checking' })
      try {
        await request(validateResetPassword, { query: { token }, signal: stop.signal })
        setChecked({ is: 'good' })
      } catch (error) {
        if (!stop.signal.aborted) fail(error)
      }
    }
    void check()
    return () => stop.abort()
  }, [token, attempt])
  if (checked.is === 'spent' || checked.is === 'unchecked') {
    const spent = checked.is === 'spent'
    return (
      <GuestFrame title={t(spent ? 'reset.broken' : 'reset.unchecked')}>
        <div className="grid gap-4">
          <Alert tone={spent ? 'danger' : 'warning'}>{checked.why}</Alert>
          {spent ? (
            <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'large' })}>
              {t('reset.again')}
            </Link>
          ) : (
            <Button variant="primary" size="large" onClick={() => setAttempt(attempt + 1)}>
              {t('app.retry')}
            </Button>
          )}
        </div>
      </GuestFrame>
    )
  }
  return (
    <GuestFrame title={t('reset.title')} detail={t('reset.detail')}>
      {checked.is === 'good' ? (
        <ResetForm token={token} onDone={() => history.push('/login')} onSpent={fail} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted-foreground">
          <Spinner />
          {t('reset.checking')}
        </p>
      )}
    </GuestFrame>
  )
}
