import { useEffect, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { signInWithApp, signInWithCode } from '#console/data/api/sign-in.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import type { Challenge } from '#contract/kit/field/errors.ts'
import { loginSetup } from '#contract/session.ts'
import { type AppKey, AppSetup } from '../account/app-setup.tsx'
import { CodeInput } from '../account/code-input.tsx'
import { fieldFailure, signInFailure } from '../account/failure.ts'
import { RecoveryCodes } from '../account/recovery-codes.tsx'
import { useSending } from '../account/use-sending.ts'
import { GuestFrame } from './guest-frame.tsx'

interface Props {
  challenge: Challenge
  onDone: () => void
  /** Back to name and password. */
  onAgain: () => void
}

const Again = ({ onAgain }: Pick<Props, 'onAgain'>) => (
  <Button variant="link" className="justify-self-center touch:h-11" onClick={onAgain}>
    {t('step.again')}
  </Button>
)

function EnterCode({ challenge, onDone, onAgain }: Props) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    if (!code.trim()) return document.getElementById('code')?.focus()
    await signInWithCode(challenge.token, code.trim())
    onDone()
  })
  const codeError = tried && !code.trim() ? t('account.enterCode') : fieldFailure(error, 'code')
  return (
    <GuestFrame title={t('step.title')} detail={t('step.detail')}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {error && !codeError ? <Alert tone="danger">{signInFailure(error)}</Alert> : null}
        <CodeInput id="code" autoFocus hint={t('step.hint')} error={codeError} value={code} onChange={setCode} />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t('step.submit')}
        </Button>
        <Again onAgain={onAgain} />
      </form>
    </GuestFrame>
  )
}

function SetUp({ challenge, onDone, onAgain }: Props) {
  const [appKey, setAppKey] = useState<AppKey | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const stop = new AbortController()
    request<AppKey>(loginSetup, { body: { challenge: challenge.token }, signal: stop.signal }).then(setAppKey, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(error)
    })
    return () => stop.abort()
  }, [challenge.token, attempt])
  if (codes)
    return (
      <GuestFrame title={t('account.recovery')}>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </GuestFrame>
    )
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return (
    <GuestFrame title={t('step.setUpTitle')} detail={t('step.setUpDetail')}>
      <div className="grid gap-4">
        {failure ? (
          <>
            <Alert tone="danger">{signInFailure(failure)}</Alert>
            <Button size="large" onClick={retry}>
              {t('app.retry')}
            </Button>
          </>
        ) : appKey ? (
          <AppSetup appKey={appKey} onConfirm={async (code) => setCodes(await signInWithApp(challenge.token, code))} />
        ) : (
          <Spinner className="justify-self-center" />
        )}
        <Again onAgain={onAgain} />
      </div>
    </GuestFrame>
  )
}

/** Step between password and session: a code, or setting up the app first. */
export function SecondStep(props: Props) {
  return props.challenge.needs === 'setup' ? <SetUp {...props} /> : <EnterCode {...props} />
}
