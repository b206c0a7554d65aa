import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { validateResetPassword } from '#contract/session.ts'
import { failureText, isLinkSpent } from '../account/failure.ts'
import { GuestFrame } from './guest-frame.tsx'
import { ResetForm } from './reset-form.tsx'

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
