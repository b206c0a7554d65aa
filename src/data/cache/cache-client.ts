/**
 * Page client of the cached areas' worker: starts it, sends requests, restarts it once after a crash. It never goes along into the
 * back/forward cache, where it would be suspended inside a transaction (docs/offline.md#the-life-of-a-page).
 */
import { ListQueryError } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import { sessionStore } from '../api/session.ts'
import { isAway, isResting, onLeave, onRest, onReturn, onWake } from '../base/page-life.ts'
import { serverNow } from '../base/server-clock.ts'
import type { Failure, FromWorker, RowRequest, RowResult, ToWorker } from '../cache-worker/messages.ts'

type WorkerNotification = Exclude<FromWorker, { n: number }>

interface Waiting {
  message: Extract<ToWorker, { kind: 'ask' }>
  rows: AnyRow[]
  resolve: (found: RowResult | null) => void
  reject: (error: Error) => void
}

const maxCrashes = 2

let worker: Worker | null = null
let owner: string | null = null
let crashes = 0
let asked = 0
const waiting = new Map<number, Waiting>()
const listeners = new Set<(message: WorkerNotification) => void>()
/** Areas of which this page has shown rows by a former worker: the one in use cannot tell whether they have changed since. */
const unseen = new Set<SyncedArea>()
const lostListeners = new Set<() => void>()

/** Called at every notification of the worker. */
export function onNotification(listener: (message: WorkerNotification) => void): void {
  listeners.add(listener)
}

/** Called when the worker crashed for good. */
export function onLost(listener: () => void): void {
  lostListeners.add(listener)
}

function toError(failure: Failure): Error {
  if (failure.name === 'Error') return new Error(failure.message)
  return new ListQueryError(failure.parameter, failure.code, failure.message)
}

function handle(message: FromWorker): void {
  if (!('n' in message)) {
    const news: WorkerNotification[] = [message]
    if (message.kind === 'cached' && unseen.delete(message.area) && message.cached) news.push({ kind: 'changed', area: message.area })
    for (const each of news) for (const listener of listeners) listener(each)
    return
  }
  const entry = waiting.get(message.n)
  if (!entry) return
  if (message.kind === 'rows') return void entry.rows.push(...message.rows)
  waiting.delete(message.n)
  if (message.kind === 'failed') entry.reject(toError(message.failure))
  else
    entry.resolve(
      message.kind === 'nothing' ? null : { rows: [...entry.rows, ...message.rows], total: message.total, fuzzy: message.fuzzy },
    )
}

function resolveAllEmpty(): void {
  for (const entry of waiting.values()) entry.resolve(null)
  waiting.clear()
}

function end(): void {
  if (worker) for (const area of syncedAreas) unseen.add(area)
  worker?.terminate()
  worker = null
}

/** Without a worker nothing counts as cached. */
function restart(): void {
  end()
  crashes += 1
  if (crashes < maxCrashes) {
    repeatAll()
    return
  }
  resolveAllEmpty()
  for (const listener of lostListeners) listener()
}

/** Asks a new worker what the last one did not answer. */
function repeatAll(): void {
  const current = start()
  for (const entry of waiting.values()) {
    entry.rows = []
    current?.postMessage(entry.message)
  }
}

function start(): Worker | null {
  if (worker) return worker
  if (crashes >= maxCrashes || typeof Worker === 'undefined' || !owner) return null
  try {
    worker = new Worker(new URL('../cache-worker/worker.ts', import.meta.url), { type: 'module', name: 'cache' })
  } catch {
    restart()
    return worker
  }
  const own = worker
  own.onmessage = ({ data }: MessageEvent<FromWorker>) => handle(data)
  // One that was ended while its code was on its way may fail afterwards: nothing begins by that, least of all in a page that is left.
  own.onerror = () => worker === own && restart()
  worker.postMessage({ kind: 'open', owner, clockAhead: serverNow() - Date.now() } satisfies ToWorker)
  restsNow = false
  reportRest()
  return worker
}

/** Whether the worker was told that the page rests. */
let restsNow = false

function reportRest(): void {
  if (!worker || restsNow === isResting()) return
  restsNow = isResting()
  worker.postMessage({ kind: restsNow ? 'rest' : 'wake' } satisfies ToWorker)
}

let isFollowing = false

/** What is asked while the page is away waits for its return. */
function followPageLife(): void {
  if (isFollowing) return
  isFollowing = true
  onRest(reportRest)
  onWake(reportRest)
  onLeave(end)
  onReturn(() => waiting.size > 0 && repeatAll())
}

/** Worker of the signed-in person; null without a person, or where workers are unavailable. */
function getWorker(): Worker | null {
  followPageLife()
  const wanted = sessionStore.get().session?.user.ref ?? null
  if (wanted !== owner) {
    end()
    owner = wanted
    crashes = 0
    unseen.clear()
    resolveAllEmpty()
  }
  return isAway() ? null : start()
}

/** False when no worker can run. */
export function notifyWorker(message: ToWorker): boolean {
  const to = getWorker()
  reportRest()
  to?.postMessage(message)
  return to !== null
}

/** Null when the area is not cached, or no worker is available. Rejects with ListQueryError for an invalid query. */
export function requestFromWorker(area: SyncedArea, ask: RowRequest): Promise<RowResult | null> {
  const to = getWorker()
  if (!to && !isAway()) return Promise.resolve(null)
  asked += 1
  const message = { kind: 'ask', n: asked, area, ask } as const
  return new Promise((resolve, reject) => {
    waiting.set(message.n, { message, rows: [], resolve, reject })
    to?.postMessage(message satisfies ToWorker)
  })
}
