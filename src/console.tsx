import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'
import { firstRow } from '#console/data/base/deferred.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { startBackground } from '#console/data/start/background.ts'
import { router } from './router.tsx'

/** Draws the console at the address that the page has. Called once: at start, or by the sign-in of a guest. */
export function open(root: Root): void {
  const drawn = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  void startBackground(drawn)
  void firstRow.then(async () => (await import('#console/shell/frame/snapshot.ts')).startSnapshots()).catch(() => undefined)
  void firstRow.then(async () => (await import('#console/ui/follow-keyboard.ts')).followKeyboard()).catch(() => undefined)
}
