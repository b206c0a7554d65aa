import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Badge } from '#console/ui/badge.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { type AccountSecurity, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes, setUpSecondFactor } from '#contract/account.ts'
import { type AppKey, AppSetup } from './app-setup.tsx'
import { CardFailure } from './card-failure.tsx'
import { failureText, fieldFailure } from './failure.ts'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { refreshAccount, useSecurity } from './use-account.ts'
import { useSending } from './use-sending.ts'

type Wish = 'set up' | 'renew' | 'remove'
type Step = { is: 'overview' } | { is: 'password'; wish: Wish } | { is: 'app'; appKey: AppKey } | { is: 'codes'; codes: string[] }

const overview: Step = { is: 'overview' }

/** Asks for the password before a change: the device may be borrowed. */
function AskPassword({ wish, onStep }: { wish: Wish; onStep: (step: Step) => void }) {
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    if (!password) return document.getElementById('factor-password')?.focus()
    const body = { password }
    if (wish === 'set up') return onStep({ is: 'app', appKey: await request<AppKey>(setUpSecondFactor, { body }) })
    if (wish === 'renew') {
      const { recovery_codes: codes } = await request<{ recovery_codes: string[] }>(renewRecoveryCodes, { body })
      return onStep({ is: 'codes', codes })
    }
    await request(removeSecondFactor, { body })
    postMessage({ kind: 'success', text: t('account.factorRemoved') })
    refreshAccount()
    onStep(overview)
  })
  const problem = tried && !password ? t('account.enterPassword') : fieldFailure(error, 'password')
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {error && !problem ? <Alert tone="danger">{failureText(error)}</Alert> : null}
      <PasswordField
        id="factor-password"
        label={t('account.oldPassword')}
        current
        error={problem}
        value={password}
        onChange={setPassword}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={wish === 'remove' ? 'destructive' : 'primary'} busy={busy}>
          {t(wish === 'remove' ? 'account.turnOff' : 'account.goOn')}
        </Button>
        <Button variant="ghost" onClick={() => onStep(overview)}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  )
}

function Overview({ security, onStep }: { security: AccountSecurity; onStep: (step: Step) => void }) {
  const ask = (wish: Wish) => () => onStep({ is: 'password', wish })
  const { second_factor: isOn, second_factor_required: isRequired, recovery_codes_left: count } = security
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted-foreground">
        {t('account.factorDetail')} {isRequired && t('account.factorRequired')}
      </p>
      {isOn && <p className={`text-sm ${count < 3 ? 'text-warning-text' : ''}`}>{t('account.codesLeft', { count })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant={isOn ? 'secondary' : 'primary'} onClick={ask('set up')}>
          {t(isOn ? 'account.another' : 'account.setUp')}
        </Button>
        {isOn && <Button onClick={ask('renew')}>{t('account.newCodes')}</Button>}
        {isOn && !isRequired && (
          <Button variant="ghost" onClick={ask('remove')}>
            {t('account.turnOff')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Second factor: state, setup, and actions on recovery codes. */
export function SecondFactorCard() {
  const { data, error, refetch } = useSecurity()
  const [step, setStep] = useState(overview)
  const confirm = async (code: string) => {
    const { recovery_codes: codes } = await request<{ recovery_codes: string[] }>(confirmSecondFactor, { body: { code } })
    refreshAccount()
    setStep({ is: 'codes', codes })
  }
  const kept = () => {
    refreshAccount()
    setStep(overview)
  }
  const title = step.is === 'codes' ? t('account.recovery') : t('account.factor')
  return (
    <Card aria-labelledby="account-factor">
      <CardHeader title={<span id="account-factor">{title}</span>}>
        {data && (
          <Badge tone={data.second_factor ? 'accent' : 'neutral'}>{t(data.second_factor ? 'account.factorOn' : 'account.factorOff')}</Badge>
        )}
      </CardHeader>
      {data ? (
        <div className="p-4">
          {step.is === 'overview' && <Overview security={data} onStep={setStep} />}
          {step.is === 'password' && <AskPassword wish={step.wish} onStep={setStep} />}
          {step.is === 'app' && <AppSetup appKey={step.appKey} onConfirm={confirm} />}
          {step.is === 'codes' && <RecoveryCodes codes={step.codes} onKept={kept} />}
        </div>
      ) : error ? (
        <CardFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-4 h-20" />
      )}
    </Card>
  )
}
