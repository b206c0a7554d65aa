import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useSession } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { changePassword } from '#contract/account.ts'
import { passwordLimits } from '#contract/choices/password-limits.ts'
import { failureText, fieldFailure } from './failure.ts'
import { PasswordField } from './password-field.tsx'
import { refreshAccount } from './use-account.ts'
import { useSending } from './use-sending.ts'

const nothing = { old: '', password: '', repeated: '' }

/** Changes the password: requires the old one, and ends all other sessions. */
export function PasswordCard() {
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
