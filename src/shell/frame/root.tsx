import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionStore, useSession } from '#console/data/api/session.ts'
import { useLocale } from '#console/i18n/i18n.ts'
import { rememberPath } from '../base/last-path.ts'
import { Splash } from '../base/splash.tsx'
import { followPreferences } from '../preferences/preferences.ts'
import { Toasts } from './toasts.tsx'

const open = ['/login', '/forgot-password', '/reset-password', '/callback', '/restriction-page']

/** Redirects a signed-out person to sign-in; an automatic end stores the last path. */
function useSessionEnd(): void {
  const { history } = useRouter()
  useEffect(() => {
    const leave = () => {
      const { status, ended } = sessionStore.get()
      const { pathname, href } = history.location
      if (status !== 'guest' || open.includes(pathname)) return
      if (ended === 'automatic') rememberPath(href)
      history.replace(ended === 'automatic' ? '/login' : '/')
    }
    // The first response may have ended it before the first render.
    if (sessionStore.get().ended) leave()
    return sessionStore.subscribe(leave)
  }, [history])
}

/** Remounts everything on a change of language: messages are read while rendering, not subscribed to. */
export function Root() {
  const { status } = useSession()
  const locale = useLocale()
  useEffect(followPreferences, [])
  useSessionEnd()
  return (
    <>
      {status === 'checking' ? <Splash /> : <Outlet key={locale} />}
      <Toasts />
    </>
  )
}
