import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionStore } from '#console/data/api/session.ts'
import { signInWithToken } from '#console/data/api/sign-in.ts'
import { writeToken } from '#console/data/api/token.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { takeLastPath } from '../base/last-path.ts'
import { Splash } from '../base/splash.tsx'

/** Signs in with a token in the URL; on failure, the login screen says 'Failed to login with token.' */
export function CallbackScreen({ token }: { token: string }) {
  const { history } = useRouter()
  useEffect(() => {
    let left = false
    const run = async () => {
      writeToken(token)
      await signInWithToken(token)
      // The message for every refused token (docs/product/session.md#session-messages).
      if (!sessionStore.get().session) sessionStore.set((old) => ({ ...old, notice: sessionMessages.failed }))
      if (!left) history.replace(sessionStore.get().session ? takeLastPath() : '/login')
    }
    void run()
    return () => {
      left = true
    }
  }, [token, history])
  return <Splash />
}
