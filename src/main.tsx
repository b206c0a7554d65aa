import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { hasKeptConfig, loadConfig } from '#console/data/api/config.ts'
import { startConnection } from '#console/data/api/connection.ts'
import { sessionStore, startSession } from '#console/data/api/session.ts'
import { firstRow } from '#console/data/base/deferred.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { startBackground } from '#console/data/start/background.ts'
import { startLocale } from '#console/i18n/i18n.ts'
import { router } from './router.tsx'

/** The first row has priority: config and session are read from the device, all else is loaded after. */
async function start(element: HTMLElement): Promise<void> {
  startSession()
  // Whoever is signed in has a copy from then, and asks again behind the first row. Without one nobody knows yet what is hidden here.
  const isSignedIn = sessionStore.get().status === 'signed-in'
  if (!isSignedIn) void loadConfig()
  else if (!hasKeptConfig) await loadConfig()
  startConnection()
  await startLocale()
  const drawn = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  void startBackground(drawn)
  void firstRow.then(async () => (await import('#console/shell/frame/snapshot.ts')).startSnapshots()).catch(() => undefined)
}

const root = document.getElementById('root')
if (root) void start(root)
