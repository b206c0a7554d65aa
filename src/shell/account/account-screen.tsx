import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useSession } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { SessionList } from '#console/kit/parts/session-list.tsx'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { changePassword, endOtherSessions, endOwnSession } from '#contract/account.ts'
import { passwordLimits } from '#contract/choices/password-limits.ts'
import { CardFailure } from './card-failure.tsx'
import { failureText, fieldFailure } from './failure.ts'
import { PasswordField } from './password-field.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { refreshAccount, useSessions } from './use-account.ts'
import { useSending } from './use-sending.ts'

const nothing = { old: '', password: '', repeated: '' }

/** Changes the password: requires the old one, and ends all other sessions. */
function PasswordCard() {
  const email = useSession().session?.user.email
  const [values, setValues] = useState(nothing)
  const [tried, setTried] = useState(false)
  const { old, password, repeated } = values
  const set = (part: Partial<typeof nothing>) => setValues({ ...values, ...part })
  const wrong = {
    old: old ? undefined : t('account.enterPassword'),
    password: password.length < passwordLimits.min ? t('account.least') : undefined,
    repeated: password === repeated ? undefined : t('account.differs'),
  }
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    const first = (['old', 'password', 'repeated'] as const).find((name) => wrong[name])
    if (first) return document.getElementById(`account-${first}`)?.focus()
    const body = { old_password: old, password, confirm_password: repeated }
    await request(changePassword, { body })
    setValues(nothing)
    setTried(false)
    postMessage({ kind: 'success', text: t('account.changed') })
    refreshAccount()
  })
  const problems = {
    old: (tried && wrong.old) || fieldFailure(error, 'old_password'),
    password: (tried && wrong.password) || fieldFailure(error, 'password'),
    repeated: (tried && wrong.repeated) || fieldFailure(error, 'confirm_password'),
  }
  const isNamed = Object.values(problems).some(Boolean)
  return (
    <Card aria-labelledby="account-password-title">
      <CardHeader title={<span id="account-password-title">{t('account.password')}</span>} detail={t('account.passwordDetail')} />
      <form onSubmit={submit} noValidate className="grid gap-4 p-4">
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        {error && !isNamed ? <Alert tone="danger">{failureText(error)}</Alert> : null}
        <PasswordField
          id="account-old"
          label={t('account.oldPassword')}
          current
          error={problems.old}
          value={old}
          onChange={(value) => set({ old: value })}
        />
        <PasswordField
          id="account-password"
          label={t('account.newPassword')}
          hint={t('account.least')}
          error={problems.password}
          value={password}
          onChange={(value) => set({ password: value })}
        />
        <PasswordField
          id="account-repeated"
          label={t('account.repeat')}
          error={problems.repeated}
          value={repeated}
          onChange={(value) => set({ repeated: value })}
        />
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {t('account.change')}
        </Button>
      </form>
    </Card>
  )
}

async function send(sent: Promise<unknown>, done: string): Promise<void> {
  try {
    await sent
    postMessage({ kind: 'success', text: done })
  } catch (error) {
    postMessage({ kind: 'error', text: failureText(error) })
  }
  refreshAccount()
}

async function endOthers(): Promise<void> {
  const words = { title: t('account.endTitle'), detail: t('account.endDetail'), action: t('account.endOthers'), cancel: t('app.cancel') }
  if (await confirm({ ...words, destructive: true })) await send(request(endOtherSessions), t('account.othersEnded'))
}

/** Sessions of the person; unknown ones can be ended. */
function SessionsCard() {
  const { data, error, refetch } = useSessions()
  const others = data?.sessions.some(({ current }) => !current) ?? false
  return (
    <Card aria-labelledby="account-sessions">
      <CardHeader title={<span id="account-sessions">{t('account.sessions')}</span>}>
        {others && (
          <Button size="small" onClick={() => void endOthers()}>
            {t('account.endOthers')}
          </Button>
        )}
      </CardHeader>
      {data ? (
        <SessionList
          sessions={data.sessions}
          onEnd={({ id }) => void send(request(endOwnSession, { params: { session_id: id } }), t('account.ended'))}
        />
      ) : error ? (
        <CardFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-4 h-12" />
      )}
    </Card>
  )
}

/** Account settings: password, second factor, sessions. All need the server, and say so. */
export function AccountScreen() {
  useTitle(t('account.title'))
  const user = useSession().session?.user
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('account.title')}</h1>
      <p className="mt-1 text-base text-muted-foreground">
        {user?.name} · <bdi dir="ltr">{user?.email}</bdi>
      </p>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <PasswordCard />
        <div className="grid grid-cols-1 gap-4">
          <SecondFactorCard />
          <SessionsCard />
        </div>
      </div>
    </div>
  )
}
