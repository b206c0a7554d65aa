/** What the first row does not need: the outbox, the sync, the worker, and the server's word about the session. */
import { loadConfig } from './config.ts'
import { queryClient } from './query-client.ts'
import { endIfExpired, refreshSession } from './session.ts'

const longestWait = 3_000
const expiryCheck = 60_000

async function load(): Promise<void> {
  const [{ startOutbox }, { startSync }, { startWorker }] = await Promise.all([
    import('./outbox/start.ts'),
    import('./sync.ts'),
    import('./worker.ts'),
  ])
  void loadConfig()
  startOutbox()
  startSync()
  await refreshSession()
  await startWorker().catch(() => undefined)
}

const isListThere = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'] })
    .some((query) => query.state.data !== undefined)

/** Starts the rest once a list is on the screen, or after 3 s without one. Called once, at start. */
export function startBackground(): void {
  let gone = false
  const go = () => {
    if (gone) return
    gone = true
    stop()
    clearTimeout(timer)
    // Two frames later the row is painted.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => void load().catch(() => undefined))))
  }
  const timer = setTimeout(go, longestWait)
  const stop = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === 'list' && query.state.data !== undefined) go()
  })
  setInterval(endIfExpired, expiryCheck)
  if (isListThere()) go()
}
