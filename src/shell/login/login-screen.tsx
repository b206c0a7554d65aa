import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useConfig } from '#console/data/api/config.ts'
import { useSession } from '#console/data/api/session.ts'
import { signIn } from '#console/data/api/sign-in.ts'
import { countWaiting, forgetLocked, type Locked, readLocked } from '#console/data/start/device-lock.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import type { Challenge } from '#contract/kit/field/errors.ts'
import { fieldFailure, signInFailure } from '../account/failure.ts'
import { PasswordInput } from '../account/password-input.tsx'
import { useSending } from '../account/use-sending.ts'
import { Splash } from '../base/splash.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { GuestFrame } from './guest-frame.tsx'

interface Props {
  locked: Locked
  /** Why the session ended, in the base contract's words. */
  notice: string | null
  onOther: () => void
}

/** Lock screen above the form: the reason, and how many changes are safe on this device. */
function LockedNotice({ locked, notice, onOther }: Props) {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    void countWaiting(locked.ref).then(setCount)
  }, [locked.ref])
  return (
    <div className="grid gap-3">
      {notice && <Alert tone="warning">{notice}</Alert>}
      <div role="status" className="flex gap-2.5 rounded-lg bg-primary-soft px-3 py-2.5 text-sm text-primary-text">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          {count ? (
            <>
              <strong className="block font-semibold">{t('lock.safe', { count })}</strong>
              {t('lock.sent')}
            </>
          ) : (
            t('lock.kept')
          )}
        </p>
      </div>
      <Button variant="link" className="justify-self-start px-0 touch:h-11" onClick={onOther}>
        {t('lock.other')}
      </Button>
    </div>
  )
}

const SecondStep = lazy(async () => {
  const [module] = await Promise.all([import('./second-step.tsx'), loadMessages('account')])
  return { default: module.SecondStep }
})

/** Sign-in form, which keeps its input. */
export function LoginScreen({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const { demo } = useConfig()
  const { notice: ended, session } = useSession()
  const notice = session?.roles.length === 0 ? t('login.noRole') : ended && localised(ended)
  const [locked, setLocked] = useState(readLocked)
  const [username, setUsername] = useState(locked?.email ?? '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    const missing = username.trim() ? (password ? null : 'password') : 'username'
    if (missing) return form.current?.querySelector<HTMLInputElement>(`#${missing}`)?.focus()
    try {
      await signIn(username.trim(), password)
      await onSignedIn()
    } catch (failure) {
      // Words of reasons are not in the first chunk.
      if (failure instanceof ApiError && failure.reason !== undefined) await loadMessages('kit').catch(() => undefined)
      if (!(failure instanceof ApiError && failure.challenge)) throw failure
      setChallenge(failure.challenge)
    }
  })
  const again = () => {
    setChallenge(null)
    setPassword('')
  }
  const other = () => {
    forgetLocked()
    setLocked(null)
    setUsername('')
    form.current?.querySelector<HTMLInputElement>('#username')?.focus()
  }
  const nameError = tried && !username.trim() ? t('login.enterEmail') : fieldFailure(error, 'username')
  const passwordError = tried && !password.trim() ? t('login.enterPassword') : fieldFailure(error, 'password')
  if (challenge)
    return (
      <Suspense fallback={<Splash />}>
        <SecondStep challenge={challenge} onDone={() => void onSignedIn()} onAgain={again} />
      </Suspense>
    )
  return (
    <GuestFrame
      title={locked ? t('lock.title', { name: locked.name }) : t('login.welcome')}
      {...(!locked && { detail: t('login.detail') })}
    >
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4" aria-label={t('login.title')}>
        {locked && <LockedNotice locked={locked} notice={notice} onOther={other} />}
        {error ? <Alert tone="danger">{signInFailure(error)}</Alert> : !locked && notice && <Alert tone="warning">{notice}</Alert>}
        <Field id="username" label={t('login.username')} error={nameError}>
          <Input
            id="username"
            name="username"
            type="email"
            dir="ltr"
            autoComplete="username"
            autoCapitalize="none"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            aria-invalid={nameError ? true : undefined}
            aria-describedby={describedBy('username')}
          />
        </Field>
        <Field
          id="password"
          label={t('login.password')}
          error={passwordError}
          aside={
            <a href="/forgot-password" className="text-sm text-primary-text underline-offset-4 hover:underline">
              {t('login.forgot')}
            </a>
          }
        >
          <PasswordInput
            id="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            aria-invalid={passwordError ? true : undefined}
            aria-describedby={describedBy('password')}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy} className="w-full">
          {t('login.submit')}
        </Button>
      </form>
      {demo && (
        <DemoAccounts
          onChoose={(account) => {
            setUsername(account.email)
            setPassword(account.password)
          }}
        />
      )}
    </GuestFrame>
  )
}
