import { openConsoles } from './consoles.ts'
import { scope } from './scope.ts'
import { signInText } from './sign-in-text.ts'

/** Notifies of waiting changes. An open console shows them itself, and nothing works without permission. */
export async function notifySignIn(count: number, language: string): Promise<void> {
  if ((await openConsoles()).some((client) => client.visibilityState === 'visible')) return
  const { title, ...rest } = signInText(count, language)
  const options = { ...rest, tag: 'sign-in', icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }
  await scope.registration.showNotification(title, options).catch(() => undefined)
}

/** Focuses an open console, or opens a new one. */
export async function openConsole(): Promise<void> {
  const [open] = await openConsoles()
  if (open) await open.focus()
  else await scope.clients.openWindow('/')
}
