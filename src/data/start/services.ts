/** What runs beside the screens once the first row is there: the outbox, the sync, the worker, the inbox and its alerts. */
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { getConfig, loadConfig } from '../api/config.ts'
import { probeAnew, probeNow } from '../api/connection.ts'
import { endIfExpired, sessionStore } from '../api/session.ts'
import { postMessage } from '../base/messages.ts'
import { longSleepMs, onReturn, onWake } from '../base/page-life.ts'
import { readItem } from '../base/storage.ts'
import { startMs } from '../outbox/wire/exchange.ts'
import { within } from '../outbox/wire/within.ts'
import { queryClient } from '../query/query-client.ts'
import { painted, until } from '../query/until.ts'
import { startInstallPrompt } from './install-prompt.ts'

/** No displayed list still shows the copy of the last visit while the request is pending. */
const isLive = () =>
  !queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'], type: 'active' })
    .some(({ state }) => state.fetchStatus === 'fetching' && state.dataUpdatedAt < performance.timeOrigin)

/** Starts services one after the other, without delaying the server's rows. */
export async function startServices(): Promise<void> {
  startInstallPrompt()
  // A session may have ended in a sleep, and the network with it.
  onWake(({ sleptMs }) => {
    if (sleptMs < longSleepMs) return
    endIfExpired()
    void probeNow()
  })
  onReturn(() => void probeAnew())
  const [{ startOutbox }, { startSync }, { startWorker }, { refreshSession }] = await Promise.all([
    import('../writes/start.ts'),
    import('./sync.ts'),
    import('./service-worker.ts'),
    import('../api/sign-in.ts'),
  ])
  void loadConfig()
  // Waiting changes are part of the rows; the rest would delay the server's.
  startOutbox()
  await until(isLive)
  await painted()
  startSync()
  void goOnWithUploads().catch(() => undefined)
  void openLeftovers().catch(() => undefined)
  await within(startMs, refreshSession()).catch(() => undefined)
  await startWorker().catch(() => undefined)
  await startInbox()
}

/** What is sealed still: the browser ended while it was opened, or the server has another key now. */
async function openLeftovers(): Promise<void> {
  const { session } = sessionStore.get()
  if (!session?.device_key) return
  const { openSealed } = await import('../sealed/seal.ts')
  const count = await openSealed(session.user.ref, session.device_key)
  if (!count) return
  await loadMessages('preferences')
  postMessage({ kind: 'error', text: t('signOut.unopened', { count }) })
}

/** Videos that were on their way when the browser ended. */
async function goOnWithUploads(): Promise<void> {
  if (readItem(`uploads:${sessionStore.get().session?.user.ref ?? ''}`) === null) return
  const { restoreUploads } = await import('../uploads/video-uploads.ts')
  await restoreUploads()
}

const chatPermissions: readonly string[] = ['get crm', 'get assign-sales']
/** Back-office mode has no inbox (docs/product/access.md#back-office-mode). */
const mayChat = () =>
  !getConfig().backOffice && (sessionStore.get().session?.permissions.some((each) => chatPermissions.includes(each)) ?? false)

/** Starts inbox and alerts last, for permitted people; opening it starts it sooner. */
async function startInbox(): Promise<void> {
  if (!mayChat()) {
    const stop = sessionStore.subscribe(() => {
      if (!mayChat()) return
      stop()
      void startInbox().catch(() => undefined)
    })
    return
  }
  const [{ startChat }, { startAlerts }] = await Promise.all([import('../chat/start.ts'), import('../chat/alerts.ts')])
  startChat()
  startAlerts()
}
