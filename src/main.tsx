import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { startBackground } from '#console/data/background.ts'
import { loadConfig } from '#console/data/config.ts'
import { startConnection } from '#console/data/connection.ts'
import { firstRow } from '#console/data/first-row.ts'
import { queryClient } from '#console/data/query-client.ts'
import { sessionStore, startSession } from '#console/data/session.ts'
import { startLocale } from '#console/i18n/i18n.ts'
import { router } from './router.tsx'

/** The first row comes first: config and session are read from the device, everything else loads behind them. */
async function start(element: HTMLElement): Promise<void> {
  startSession()
  // Whoever is signed in has a copy from then, and asks again behind the first row.
  if (sessionStore.get().status !== 'signed-in') void loadConfig()
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
  void firstRow.then(async () => (await import('#console/shell/snapshot.ts')).startSnapshots()).catch(() => undefined)
}

const root = document.getElementById('root')
if (root) void start(root)
