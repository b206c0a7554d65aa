import { openConsoles } from './consoles.ts'
import { scope } from './scope.ts'
import { signInText } from './sign-in-text.ts'

/** Says how many changes wait for the person. An open console says so itself, and without permission nothing can be said. */
export async function notifySignIn(count: number, language: string): Promise<void> {
  if ((await openConsoles()).some((client) => client.visibilityState === 'visible')) return
  const { title, ...rest } = signInText(count, language)
  const options = { ...rest, tag: 'sign-in', icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }
  await scope.registration.showNotification(title, options).catch(() => undefined)
}

/** The console that is open comes to the front; otherwise a new one is opened. */
export async function openConsole(): Promise<void> {
  const [open] = await openConsoles()
  if (open) await open.focus()
  else await scope.clients.openWindow('/')
}
