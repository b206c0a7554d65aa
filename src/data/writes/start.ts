/** The outbox of the page: keeps what is submitted, shows it, and drains it whenever something may have changed. */

import type { Page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { getConfig, loadConfig } from '../api/config.ts'
import { connectionStore, onReached, reportReached, reportUnreached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { upload } from '../api/upload.ts'
import { isResting, longSleepMs, onLeave, onReturn, onWake } from '../base/page-life.ts'
import { throttled } from '../base/throttled.ts'
import { databaseStore } from '../cache/database-state.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { OutboxEvent, PostedEvent } from '../outbox/row/event.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'
import { type DrainParts, drain } from '../outbox/send/drain.ts'
import { createRunner, type Runner } from '../outbox/send/runner.ts'
import { createTransport } from '../outbox/send/transport.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { openEventChannel } from '../outbox/store/event-channel.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { type Addition, type Alongside, createQueue } from '../outbox/store/store.ts'
import { watchRows } from '../outbox/store/watch.ts'
import { askHolder, createWebLock } from '../outbox/store/web-lock.ts'
import type { WireRequest } from '../outbox/wire/build-request.ts'
import { type Credentials, leaveCredentials, readCredentials, writeCredentials, writeLanguage } from '../outbox/wire/credentials.ts'
import { type ExchangeOptions, exchange, type HttpResponse } from '../outbox/wire/exchange.ts'
import type { TransportParts } from '../outbox/wire/exchange-as.ts'
import { failedMessage, reportFailed } from '../outbox/wire/report-failed.ts'
import { dropSettled, outboxStore } from '../query/outbox-store.ts'
import { invalidateSection } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'
import { queryKeys } from '../query/query-keys.ts'
import { currentAction } from './current-action.ts'
import { foldEvent } from './fold-event.ts'
import { createNotifier } from './notifier.ts'
import { OutboxError } from './outbox-error.ts'
import { deliverEvent, onOutboxEvent } from './outbox-events.ts'
import { saveRows } from './save-rows.ts'
import type { Unkept } from './send-unkept.ts'
import { forgetUnanswered, rememberUnanswered } from './unanswered.ts'

/** What the reads of screens become with an event: changed by a verdict at once, and read again when it is stored. */

type Change = (row: AnyRow) => AnyRow | null

/** Changes rows where the cache holds them, so that no screen falls back to the old value. Null takes a row away. */
function changeCached(section: string, change: Change): void {
  queryClient.setQueriesData<Page<AnyRow>>({ queryKey: queryKeys.lists(section) }, (page) => {
    if (!page) return page
    const data = page.data.flatMap((row) => change(row) ?? [])
    return { ...page, data, total_record: page.total_record - (page.data.length - data.length) }
  })
  queryClient.setQueriesData<AnyRow>({ queryKey: queryKeys.ones(section) }, (row) => (row && change(row)) || row)
}

function changeOf(row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' }>): Change {
  const refused = new Set(verdict.refused.map(({ ref }) => ref))
  const { id: _id, ids: _ids, from: _from, to: _to, ...patch } = row.patch
  return (cached) => {
    if (verdict.row?.ref === cached.ref) return { ...cached, ...verdict.row }
    if (!row.touches.includes(cached.ref) || refused.has(cached.ref)) return cached
    if (row.action === 'remove') return null
    return currentAction(row.action) === 'bulkUpdate' ? { ...cached, ...patch } : cached
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    if (connectionStore.get() === 'online') return resolve()
    const stop = connectionStore.subscribe(() => {
      if (connectionStore.get() !== 'online') return
      stop()
      resolve()
    })
  })
}

/** By section that is being read again: ids of rows that are shown as done until the next reading. */
const unread = new Map<string, Set<string>>()

/** One reading after the other, each for all that was stored before it began. */
async function readAgain(section: string): Promise<void> {
  for (let ids = unread.get(section); ids?.size; ids = unread.get(section)) {
    unread.set(section, new Set())
    await online()
    await invalidateSection(section)
    dropSettled(ids)
  }
  unread.delete(section)
}

function refresh(section: string, id: string): void {
  const next = unread.get(section)
  if (next) next.add(id)
  else {
    unread.set(section, new Set([id]))
    void readAgain(section)
  }
}

/**
 * Changes cached rows with the verdict, and reads the section again once the verdict is stored and there is a network. An earlier
 * read would return the device's old record, and an edit of that would conflict with the person's own change.
 */
function updateReads(event: OutboxEvent): void {
  if (event.kind === 'verdict' && event.verdict.kind === 'done') changeCached(event.row.section, changeOf(event.row, event.verdict))
  if (event.kind === 'stored') for (const { id, section, isDone } of event.rows) if (isDone) refresh(section, id)
}

interface OwnRunner extends Runner {
  db: OwnerDatabase
  /** Stops, and lets go of what is on its way: it is sent again under its id. */
  leave: () => void
}

/** The page knows who is signed in sooner than the worker's store does, so the store is brought up to date first. */
async function ownCredentials(): Promise<Credentials | null> {
  const { session } = sessionStore.get()
  if (!session) return null
  await writeCredentials({ token: session.token, owner: session.user.ref })
  return readCredentials()
}

/** A request that was on its way when the server was lost, and had no sign of life since, is not waited for once the server is back. */
async function exchangeWithLife(request: WireRequest, options: ExchangeOptions): Promise<HttpResponse> {
  const control = new AbortController()
  const abort = () => control.abort()
  let isLost = false
  const stop = connectionStore.subscribe(() => {
    if (connectionStore.get() !== 'online') isLost = true
    else if (isLost) abort()
  })
  const onActivity = () => {
    isLost = false
    options.onActivity?.()
  }
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  try {
    const send = typeof request.body === 'object' && request.body ? upload : exchange
    return await send(request, { ...options, signal: control.signal, onActivity })
  } finally {
    stop()
    options.signal?.removeEventListener('abort', abort)
  }
}

/** How rows are sent from this page, whoever keeps them. */
function sending(files: TransportParts['files'], publish?: (event: PostedEvent) => void): TransportParts {
  const isOnline = () => connectionStore.get() === 'online'
  return {
    files,
    config: loadConfig,
    send: exchangeWithLife,
    isOnline,
    now: () => Date.now(),
    ...(publish && { publish }),
    onResponse: (status, token) => {
      if (status === null) reportUnreached()
      else reportReached()
      if (status === 401) reportUnauthorized(token)
    },
  }
}

interface OwnDrain {
  publish: (event: PostedEvent) => void
  /** Aborted when the page is left: the lock is free then, whatever is on its way. */
  signal: AbortSignal
  onFree: () => void
}

function assemble(db: OwnerDatabase, { publish, signal, onFree }: OwnDrain): DrainParts {
  const queue = createQueue(db)
  const parts = sending(queue.files, publish)
  return {
    queue,
    owner: db.owner,
    credentials: ownCredentials,
    isOnline: parts.isOnline,
    now: parts.now,
    random: Math.random,
    isResting,
    lock: createWebLock({
      name: `lapangan-drain-${db.owner}`,
      lastBeat: queue.lastBeat,
      elapsed: () => performance.now(),
      asks: askHolder,
      signal,
      onFree,
    }),
    transport: createTransport(parts),
    publish,
  }
}

/** A message that could not be sent is reported by the tab that sent it. */
function reportVerdict(event: PostedEvent): void {
  const failed = event.kind === 'verdict' ? failedMessage(event.row, event.verdict) : null
  if (failed) void reportFailed(failed, readToken(), getConfig(), exchange)
}

/** The three readers of the stream, in this order: what is shown as done is in the reads already. */
function startReading(db: OwnerDatabase): () => void {
  const notifier = createNotifier(db)
  const stops = [
    onOutboxEvent(updateReads),
    onOutboxEvent((event) => foldEvent(db.owner, event)),
    onOutboxEvent(notifier.notify),
    notifier.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Milliseconds until the rows are looked at again after a connection was lost; doubled while that fails. */
const minLookMs = 500
const maxLookMs = 30_000

/** Shows what waits, on every connection anew: what follows a lost one hears of nothing any more. */
function showRows(db: OwnerDatabase): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = minLookMs
  let stop: () => void = () => undefined
  function look(): void {
    stop()
    stop = watchRows(db, {
      next(rows) {
        pause = minLookMs
        deliverEvent({ kind: 'rows', rows })
      },
      error: lookLater,
    })
  }
  function lookLater(): void {
    clearTimeout(timer)
    timer = setTimeout(() => !db.hasBeenClosed() && look(), pause)
    pause = Math.min(maxLookMs, pause * 2)
  }
  db.on('close', lookLater)
  look()
  return () => {
    db.on('close').unsubscribe(lookLater)
    clearTimeout(timer)
    stop()
  }
}

function startRunner(db: OwnerDatabase): OwnRunner {
  const stopReading = startReading(db)
  const channel = openEventChannel(db.owner, deliverEvent)
  const ending = new AbortController()
  const publish = (event: PostedEvent) => {
    channel.publish(event)
    reportVerdict(event)
  }
  const parts = assemble(db, { publish, signal: ending.signal, onFree: () => runner.wake() })
  const runner = createRunner({
    queue: parts.queue,
    // Offline a pass would only read the queue, and keep the next change from it.
    drain: async () => (parts.isOnline() ? drain(parts) : { ended: 'blocked', again: null, waiting: 0 }),
    after: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  const stopShowing = showRows(db)
  function stop(): void {
    runner.stop()
    stopShowing()
    channel.close()
    stopReading()
  }
  return {
    db,
    wake: runner.wake,
    stop,
    leave() {
      ending.abort()
      stop()
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
    runner?.leave()
    runner = null
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
