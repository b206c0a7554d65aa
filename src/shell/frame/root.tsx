import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { sessionStore, useSession } from '#console/data/api/session.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { loadMessages, useLocale } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { rememberPath } from '../base/last-path.ts'
import { Splash } from '../base/splash.tsx'
import { followPreferences } from '../preferences/preferences.ts'

/** Reasons of parked changes are words of the outbox; without them a message is less specific. */
const load = () => Promise.all([import('./toast-region.tsx'), loadMessages('outbox').catch(() => undefined)])
const ToastRegion = deferred(async () => (await load())[0].ToastRegion)

/** Shows messages of other layers. The region is loaded with the first one. */
function Toasts() {
  const some = useStore(messageStore, (messages) => messages.length > 0)
  const needed = useRef(false)
  needed.current ||= some
  return <Suspense>{needed.current && <ToastRegion />}</Suspense>
}

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
      // A form keeps its draft and asks nothing: nobody is signed in who may see it.
      history.replace(ended === 'automatic' ? '/login' : '/', undefined, { ignoreBlocker: true })
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
