import { createRoot } from 'react-dom/client'
import { hasKeptConfig, loadConfig } from '#console/data/api/config.ts'
import { startConnection } from '#console/data/api/connection.ts'
import { sessionStore, startSession } from '#console/data/api/session.ts'
import { startLocale } from '#console/i18n/i18n.ts'

/** Where a guest finds a screen of src/guest.tsx; boot.js preloads the same one of the two. */
const guestPaths = ['/', '/login', '/forgot-password']

/** The first row has priority: config and session are read from the device, all else is loaded after. */
async function start(element: HTMLElement): Promise<void> {
  startSession()
  const { status } = sessionStore.get()
  const opened = status === 'guest' && guestPaths.includes(location.pathname) ? import('./guest.tsx') : import('./console.tsx')
  // A signed-in device has a copy from then, and asks again behind the first row. Without one nobody knows yet what is hidden here.
  if (status !== 'signed-in') void loadConfig()
  else if (!hasKeptConfig) await loadConfig()
  startConnection()
  await startLocale()
  const { open } = await opened
  open(createRoot(element))
}

const root = document.getElementById('root')
if (root) void start(root)
