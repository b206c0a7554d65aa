/** The browser's own prompt to install the console, kept until somebody presses for it. */
import { createStore } from '../base/store.ts'

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

/** Null where the browser has none, and once it was used: each works once. */
export const installPromptStore = createStore<InstallPrompt | null>(null)

/** Listens for the browser's prompt, then links the manifest that makes the browser send it. */
export function startInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPromptStore.set(event)
  })
  addEventListener('appinstalled', () => installPromptStore.set(null))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }))
}

/** Shows the browser's prompt; must be called by a press. A browser that refuses to show it is as one without. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = installPromptStore.get()
  installPromptStore.set(null)
  await prompt?.prompt().catch(() => undefined)
}
