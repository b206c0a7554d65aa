/** The outbox of the page: keeps what is submitted, shows it, and drains it whenever something may have changed. */
import { getConfig, loadConfig } from '../api/config.ts'
import { connectionStore, onReached, reportReached, reportUnreached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { upload } from '../api/upload.ts'
import { watchNotices } from '../base/notices.ts'
import { closeDatabase, ownerDatabase } from '../cache/db.ts'
import { type DrainParts, drain } from '../outbox/send/drain.ts'
import { createRunner, type Runner } from '../outbox/send/runner.ts'
import { createTransport } from '../outbox/send/transport.ts'
import { type ChannelListeners, openChannel } from '../outbox/store/channel.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { type Addition, type Alongside, createQueue } from '../outbox/store/store.ts'
import { watchRows } from '../outbox/store/watch.ts'
import { createWebLock } from '../outbox/store/web-lock.ts'
import { type Credentials, readCredentials, writeCredentials, writeLanguage } from '../outbox/wire/credentials.ts'
import { exchange } from '../outbox/wire/exchange.ts'
import { failedMessage, reportFailed } from '../outbox/wire/report-failed.ts'
import { outboxStore, showOutbox } from '../query/outbox-store.ts'
import { showProgress } from './outbox-progress.ts'
import { saveRows } from './save-rows.ts'
import { showStored, showVerdict } from './settled.ts'

interface OwnRunner extends Runner {
  db: OwnerDatabase
}

/** The page knows who is signed in sooner than the worker's store does, so the store is brought up to date first. */
async function ownCredentials(): Promise<Credentials | null> {
  const { session } = sessionStore.get()
  if (!session) return null
  await writeCredentials({ token: session.token, owner: session.user.ref })
  return readCredentials()
}

function assemble(
  db: OwnerDatabase,
  callbacks: Required<Pick<DrainParts, 'onVerdict' | 'onStored'>>,
  onProgress: ChannelListeners['progress'],
): DrainParts {
  const queue = createQueue(db)
  const isOnline = () => connectionStore.get() === 'online'
  const now = () => Date.now()
  return {
    queue,
    owner: db.owner,
    credentials: ownCredentials,
    isOnline,
    now,
    random: Math.random,
    lock: createWebLock({ name: `lapangan-drain-${db.owner}`, lastBeat: queue.lastBeat, elapsed: () => performance.now() }),
    transport: createTransport({
      files: queue.files,
      config: loadConfig,
      send: (request, options) =>
        typeof request.body === 'object' && request.body ? upload(request, options) : exchange(request, options),
      isOnline,
      now,
      onProgress,
      onResponse: (status, token) => {
        if (status === null) reportUnreached()
        else reportReached()
        if (status === 401) reportUnauthorized(token)
      },
    }),
    ...callbacks,
  }
}

function startRunner(db: OwnerDatabase): OwnRunner {
  const channel = openChannel(db.owner, { verdict: showVerdict, stored: showStored, progress: showProgress })
  const parts = assemble(
    db,
    {
      onVerdict(row, verdict) {
        showVerdict(row, verdict)
        channel.post(row, verdict)
        const failed = failedMessage(row, verdict)
        if (failed) void reportFailed(failed, readToken(), getConfig(), exchange)
      },
      onStored(rows) {
        showStored(rows)
        channel.stored(rows)
      },
    },
    (id, percent) => {
      showProgress(id, percent)
      channel.progress(id, percent)
    },
  )
  const runner = createRunner({
    queue: parts.queue,
    // Offline a pass would only read the queue, and keep the next change from it.
    drain: async () => (parts.isOnline() ? drain(parts) : { ended: 'blocked', again: null, waiting: 0 }),
    after: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  const stopShowing = watchRows(db, { next: (rows) => showOutbox(db.owner, rows), error: closeDatabase })
  const stopNotices = watchNotices(db)
  return {
    db,
    wake: runner.wake,
    stop() {
      runner.stop()
      stopNotices()
      stopShowing()
      channel.close()
    },
  }
}

let runner: OwnRunner | null = null

/** The runner of the person who is signed in; the one before is stopped and their database closed. */
function currentRunner(): OwnRunner | null {
  const db = ownerDatabase()
  if (runner && runner.db !== db) {
    runner.stop()
    runner = null
  }
  if (!runner && db) runner = startRunner(db)
  return runner
}

export function wakeOutbox(networkIsBack = false): void {
  currentRunner()?.wake(networkIsBack)
}

let started = false

/** Starts draining and showing what waits. Called once the first row is on the screen; calling again does nothing. */
export function startOutbox(): void {
  if (started) return
  started = true
  const visible = () => document.visibilityState === 'visible' && wakeOutbox()
  document.addEventListener('visibilitychange', visible)
  addEventListener('focus', () => wakeOutbox())
  addEventListener('pageshow', () => wakeOutbox())
  addEventListener('online', () => wakeOutbox(true))
  connectionStore.subscribe(() => connectionStore.get() === 'online' && wakeOutbox(true))
  // A row that is being sent may belong to a tab that is no more.
  onReached(() => outboxStore.get().rows.some(({ state }) => state === 'queued' || state === 'sending') && wakeOutbox())
  sessionStore.subscribe(() => wakeOutbox())
  wakeOutbox(true)
}

/** Asks the browser to wake the worker when the network is back, though no tab is open. Missing in Safari and Firefox. */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration || !('sync' in registration)) return
  const { sync } = registration
  if (typeof sync === 'object' && sync !== null && 'register' in sync && typeof sync.register === 'function') {
    await writeLanguage(document.documentElement.lang)
    await sync.register('outbox')
  }
}

/** Resolves when the rows are durable; then they are sent. Throws OutboxError with the reason why the device cannot keep them. */
export async function saveAndSend(owner: string, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  startOutbox()
  await saveRows(owner, additions, alongside)
  wakeOutbox()
  void registerSync().catch(() => undefined)
}
