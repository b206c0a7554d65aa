/** What the first row does not need: the outbox, the sync, the worker, and the server's word about the session. */
import { loadConfig } from './config.ts'
import { markFirstRow } from './first-row.ts'
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

/** Resolves when a list has rows, or after 3 s without one. */
async function listThere(): Promise<void> {
  if (isListThere()) return
  await new Promise<void>((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => isListThere() && done())
    const timer = setTimeout(() => done(), longestWait)
    function done(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Two frames later what was drawn is painted; then whatever is free. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(() => resolve())))
  })

/** Starts the rest once the first screen is drawn and its list, if it has one, has rows. Called once, at start. */
export async function startBackground(drawn: Promise<void>): Promise<void> {
  setInterval(endIfExpired, expiryCheck)
  await drawn
  await listThere()
  await painted()
  markFirstRow()
  document.documentElement.dataset.typeface = ''
  await load().catch(() => undefined)
}
