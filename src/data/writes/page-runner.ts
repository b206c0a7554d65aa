/** Drains the outbox of the person who is signed in, from this page, and lets go of it when the page is left. */
import { getConfig, loadConfig } from '../api/config.ts'
import { connectionStore, reportReached, reportUnreached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { upload } from '../api/upload.ts'
import { isResting } from '../base/page-life.ts'
import { ownerDatabase } from '../cache/db.ts'
import type { PostedEvent } from '../outbox/row/event.ts'
import { type DrainParts, drain } from '../outbox/send/drain.ts'
import { createRunner, type Runner } from '../outbox/send/runner.ts'
import { createTransport } from '../outbox/send/transport.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { openEventChannel } from '../outbox/store/event-channel.ts'
import { createQueue } from '../outbox/store/store.ts'
import { watchRows } from '../outbox/store/watch.ts'
import { askHolder, createWebLock } from '../outbox/store/web-lock.ts'
import type { WireRequest } from '../outbox/wire/build-request.ts'
import { type Credentials, readCredentials, writeCredentials } from '../outbox/wire/credentials.ts'
import { type ExchangeOptions, exchange, type HttpResponse } from '../outbox/wire/exchange.ts'
import type { TransportParts } from '../outbox/wire/exchange-as.ts'
import { failedMessage, reportFailed } from '../outbox/wire/report-failed.ts'
import { foldEvent } from './fold-event.ts'
import { createNotifier } from './notifier.ts'
import { deliverEvent, onOutboxEvent } from './outbox-events.ts'
import { updateReads } from './update-reads.ts'

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

/** How rows are sent from this page, kept by the device or not. */
export function sending(files: TransportParts['files'], publish?: (event: PostedEvent) => void): TransportParts {
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

/** Shows what waits, on every connection anew: a subscription to a lost one gets no more events. */
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
export function currentRunner(): OwnRunner | null {
  const db = ownerDatabase()
  if (runner && runner.db !== db) {
    runner.stop()
    runner = null
  }
  if (!runner && db) runner = startRunner(db)
  return runner
}

/** When the page is left. The next use starts another runner. */
export function leaveRunner(): void {
  runner?.leave()
  runner = null
}
