/** The outbox of the page: keeps what is submitted, and drains it whenever something may have changed. */
import { connectionStore, onReached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { longSleepMs, onLeave, onReturn, onWake } from '../base/page-life.ts'
import { throttled } from '../base/throttled.ts'
import { databaseStore } from '../cache/database-state.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import type { Addition, Alongside } from '../outbox/store/store.ts'
import { leaveCredentials, writeLanguage } from '../outbox/wire/credentials.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { queryClient } from '../query/query-client.ts'
import { OutboxError } from './outbox-error.ts'
import { currentRunner, leaveRunner, sending } from './page-runner.ts'
import { saveRows } from './save-rows.ts'
import type { Unkept } from './send-unkept.ts'
import { forgetUnanswered, rememberUnanswered } from './unanswered.ts'

export function wakeOutbox(networkIsBack = false): void {
  currentRunner()?.wake(networkIsBack)
}

/** Milliseconds until a row that had no answer is sent again while the server answers others; from so many attempts on it keeps its own pauses. */
const [unansweredPauseMs, maxUnanswered] = [2_000, 20]

/** A cut may be over before anybody noticed it: then no event says that the network is back. */
const isUnanswered = ({ state, lastError, nextAttemptAt, attempts }: OutboxRow): boolean =>
  state === 'queued' && lastError?.status === 0 && nextAttemptAt !== 0 && attempts <= maxUnanswered

let started = false

/** Starts draining and showing what waits. Called once the first row is on the screen; calling again does nothing. */
export function startOutbox(): void {
  if (started) return
  started = true
  onWake(({ networkIsBack, sleptMs }) => wakeOutbox(networkIsBack || sleptMs >= longSleepMs))
  onLeave(() => {
    leaveRunner()
    leaveCredentials(true)
  })
  onReturn(() => leaveCredentials(false))
  connectionStore.subscribe(() => connectionStore.get() === 'online' && wakeOutbox(true))
  const hastenSoon = throttled(() => wakeOutbox(true), unansweredPauseMs)
  onReached(() => {
    const { rows } = outboxStore.get()
    if (rows.some(isUnanswered)) hastenSoon()
    // A row that is being sent may belong to a tab that is no more.
    if (rows.some(({ state }) => state === 'queued' || state === 'sending')) wakeOutbox()
  })
  sessionStore.subscribe(() => wakeOutbox())
  let database = databaseStore.get()
  databaseStore.subscribe(() => {
    const before = database
    database = databaseStore.get()
    if (database !== 'ready' || (before !== 'silent' && before !== 'lost')) return
    // What was read elsewhere, or not at all, while it did not answer.
    void queryClient.invalidateQueries({ refetchType: 'active' })
    wakeOutbox()
  })
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

/** Of the device; what it cannot keep may be sent. */
const refusals: readonly OutboxError['reason'][] = ['quota', 'database', 'silent']

/**
 * Resolves with null when the rows are durable; then they are sent. What the device cannot keep goes straight to the server, while there is
 * a connection (docs/offline.md#a-device-that-keeps-nothing): then with what became of it. Throws OutboxError with the reason why it is
 * neither kept nor sent, ApiError where the server refused it.
 */
export async function saveAndSend(owner: string, additions: readonly Addition[], alongside?: Alongside): Promise<Unkept | null> {
  startOutbox()
  try {
    await saveRows(owner, additions, alongside)
  } catch (error) {
    const isRefused = error instanceof OutboxError && refusals.some((reason) => reason === error.reason)
    if (!isRefused) throw error
    if (error.isUnsure) for (const addition of additions) await rememberUnanswered(addition)
    const { sendUnkept } = await import('./send-unkept.ts')
    const unkept = await sendUnkept(additions, sending, error).catch((reason: unknown) => {
      throw reason === error && error.isUnsure ? new OutboxError('unknown', error) : reason
    })
    const db = ownerDatabase()
    // What a draft held is sent; where the device cannot say so, either, the draft is offered once more.
    if (db && alongside) await orAfterSilence(alongside(db), () => undefined).catch(() => undefined)
    return unkept
  }
  for (const addition of additions) await forgetUnanswered(addition)
  wakeOutbox()
  void registerSync().catch(() => undefined)
  return null
}
