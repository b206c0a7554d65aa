/** Starts what the first row does not need: outbox, sync, service worker, and the check of the session. */
import { loadConfig } from './config.ts'
import { dropSnapshot, markFirstRow } from './first-row.ts'
import { idle } from './idle.ts'
import { queryClient } from './query-client.ts'
import { endIfExpired, sessionStore } from './session.ts'

const maxWaitMs = 3_000
const expiryCheck = 60_000

async function load(): Promise<void> {
  const [{ startOutbox }, { startSync }, { startWorker }, { refreshSession }] = await Promise.all([
    import('./outbox/start.ts'),
    import('./sync.ts'),
    import('./worker.ts'),
    import('./sign-in.ts'),
  ])
  void loadConfig()
  // What waits here is part of the rows; everything else would only hold up the server's.
  startOutbox()
  await until(isLive)
  await painted()
  startSync()
  await refreshSession()
  await startWorker().catch(() => undefined)
  await startInbox()
}

const mayChat = () => sessionStore.get().session?.permissions.some((each) => each === 'get crm' || each === 'get assign-sales') ?? false

/** The inbox and its alerts come last, and only for those who have one; whoever opens it sooner starts it there. */
async function startInbox(): Promise<void> {
  if (!mayChat()) {
    const stop = sessionStore.subscribe(() => {
      if (!mayChat()) return
      stop()
      void startInbox().catch(() => undefined)
    })
    return
  }
  const [{ startChat }, { startAlerts }] = await Promise.all([import('./chat/start.ts'), import('./chat/alerts.ts')])
  startChat()
  startAlerts()
}

const isListThere = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'] })
    .some((query) => query.state.data !== undefined)

const isSettled = () => isListThere() || sessionStore.get().status !== 'signed-in'

/** No list on the screen still shows the copy of the last visit while the server's rows are on their way. */
const isLive = () =>
  !queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'], type: 'active' })
    .some(({ state }) => state.fetchStatus === 'fetching' && state.dataUpdatedAt < performance.timeOrigin)

/** Resolves when it holds, looked at whenever a query or the session changed, or after 3 s. */
async function until(holds: () => boolean): Promise<void> {
  if (holds()) return
  await new Promise<void>((resolve) => {
    const look = () => holds() && done()
    const stops = [queryClient.getQueryCache().subscribe(look), sessionStore.subscribe(look)]
    const timer = setTimeout(() => done(), maxWaitMs)
    function done(): void {
      for (const stop of stops) stop()
      clearTimeout(timer)
      resolve()
    }
  })
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
const maxFrames = 60

/** Resolves when what came is painted: rows have taken the place of their skeletons, and two frames are over. */
async function painted(): Promise<void> {
  for (let frames = 0; frames < maxFrames && document.querySelector('[data-skeleton]'); frames++) await frame()
  await frame()
  await frame()
}

/** What makes the console installable; nobody installs it before its first row. */
function linkManifest(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }))
}

/** Starts the rest once the first screen is drawn and its list, if it has one, has rows. Called once, at start. */
export async function startBackground(drawn: Promise<void>): Promise<void> {
  setInterval(endIfExpired, expiryCheck)
  await drawn
  await until(isSettled)
  await painted()
  dropSnapshot()
  await idle()
  markFirstRow()
  linkManifest()
  document.documentElement.dataset.typeface = ''
  await load().catch(() => undefined)
}
