import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { request } from '#console/data/request.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { validateResetPassword } from '#contract/session.ts'
import { failureText } from './failure.ts'
import { GuestFrame } from './guest-frame.tsx'
import { ResetForm } from './reset-form.tsx'

type Checked = { is: 'checking' } | { is: 'good' } | { is: 'broken'; why: string }

/** Chooses a new password with the token of a mail; the token is checked before anything is asked. */
export function ResetScreen({ token }: { token: string }) {
  const { history } = useRouter()
  const [checked, setChecked] = useState<Checked>({ is: 'checking' })
  useEffect(() => {
    const stop = new AbortController()
    const check = async () => {
      try {
        await request(validateResetPassword, { query: { token }, signal: stop.signal })
        setChecked({ is: 'good' })
      } catch (error) {
        if (!stop.signal.aborted) setChecked({ is: 'broken', why: failureText(error) })
      }
    }
    void check()
    return () => stop.abort()
  }, [token])
  if (checked.is === 'broken') {
    return (
      <GuestFrame title={t('reset.broken')}>
        <div className="grid gap-4">
          <Alert tone="danger">{checked.why}</Alert>
          <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'large' })}>
            {t('reset.again')}
          </Link>
        </div>
      </GuestFrame>
    )
  }
  return (
    <GuestFrame title={t('reset.title')} detail={t('reset.detail')}>
      {checked.is === 'good' ? (
        <ResetForm token={token} onDone={() => history.push('/login')} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted-foreground">
          <Spinner />
          {t('reset.checking')}
        </p>
      )}
    </GuestFrame>
  )
}
