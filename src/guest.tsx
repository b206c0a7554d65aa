import { useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { afterPaint, idle } from '#console/data/base/deferred.ts'
import { loadMessages, useLocale } from '#console/i18n/i18n.ts'
import { takeLastPath } from '#console/shell/base/last-path.ts'
import { ForgotScreen } from '#console/shell/login/forgot-screen.tsx'
import { LoginScreen } from '#console/shell/login/login-screen.tsx'
import { followPreferences } from '#console/shell/preferences/preferences.ts'

/** Behind the first paint: words of refusals, the typeface, and the console, fetched without running it; the build names its files in the page. */
function fetchLater(): void {
  void loadMessages('forms').catch(() => undefined)
  document.documentElement.dataset.typeface = ''
  const names: Record<string, string[]> = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=chunks]')?.content ?? '{}')
  for (const href of [...(names.console ?? []), ...(names.registry ?? [])])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

/** Remounts everything on a change of language, as the console's own root does. */
function Guest({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const locale = useLocale()
  useEffect(followPreferences, [])
  useEffect(() => afterPaint(() => void idle().then(fetchLater)), [])
  return location.pathname === '/forgot-password' ? <ForgotScreen key={locale} /> : <LoginScreen key={locale} onSignedIn={onSignedIn} />
}

/** Draws what a guest may see: signing in and asking for a new password, without router, shell, worker and sync. */
export async function open(root: Root): Promise<void> {
  await loadMessages('session')
  if (location.pathname === '/') history.replaceState(null, '', '/login')
  const enter = async () => {
    const console = await import('./console.tsx')
    history.replaceState(null, '', takeLastPath())
    console.open(root)
  }
  root.render(<Guest onSignedIn={enter} />)
}
