import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { findAccount } from '#console/data/api/find-account.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { signInAs } from '#console/data/api/sign-in.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { Session } from '#contract/session.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { takeLastPath } from '../base/last-path.ts'
import { Splash } from '../base/splash.tsx'
import { GuestFrame } from './guest-frame.tsx'

/**
 * Signs in with a token in the URL once the person has seen whose account it is (docs/product/session.md#calls). On failure, the login
 * screen says 'Failed to login with token.'
 */
export function CallbackScreen({ token: given }: { token: string }) {
  const { history } = useRouter()
  const [token] = useState(given)
  const [account, setAccount] = useState<Session | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Neither history nor a bookmark keeps it.
    window.history.replaceState(window.history.state, '', '/callback')
    let left = false
    const find = async () => {
      const found = await findAccount(token).catch(() => null)
      if (left) return
      if (found) return setAccount(found)
      // The message for every refused token (docs/product/session.md#session-messages).
      sessionStore.set((old) => ({ ...old, notice: sessionMessages.failed }))
      history.replace('/login')
    }
    void find()
    return () => {
      left = true
    }
  }, [token, history])
  if (!account) return <Splash />
  const { name, email } = account.user
  const enter = async () => {
    setBusy(true)
    await signInAs(account)
    history.replace(takeLastPath())
  }
  return (
    <GuestFrame title={t('callback.title', { name })} detail={email}>
      <p className="text-muted-foreground">{t('callback.detail')}</p>
      <div className="mt-6 grid gap-3">
        <Button variant="primary" size="large" busy={busy} onClick={() => void enter()}>
          {t('callback.enter', { name })}
        </Button>
        <Button size="large" disabled={busy} onClick={() => history.replace('/login')}>
          {t('callback.leave')}
        </Button>
      </div>
    </GuestFrame>
  )
}
