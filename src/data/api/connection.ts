/**
 * Reachability of the API. Updated by browser events, by every request, and by a probe of the API, because a working network proves nothing
 * about the server.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { probe } from '#contract/probe.ts'
import { createStore, useStore } from '../base/store.ts'
import { startMs } from '../outbox/wire/exchange.ts'
import { offlineError } from './api-error.ts'
import { getConfig } from './config.ts'
import { sessionStore } from './session.ts'

/** 'offline': the device has no network. 'unreachable': it has one, and the server does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

export const connectionStore = createStore<Connection>(hasNetwork() ? 'online' : 'offline')
export const useConnection = (): Connection => useStore(connectionStore)

const firstWait = 1_000
const maxWaitMs = 30_000
/** Somebody looks at a page that says it has no connection. */
const maxSeenWaitMs = 3_000
const probeTimeout = 5_000
/** Milliseconds. A screen without requests would miss a lost server. */
const idleProbeMs = 20_000

let wait = firstWait
let timer: ReturnType<typeof setTimeout> | undefined
/** The probe under way. */
let current: symbol | null = null
let reachedAt = 0
const reachedListeners = new Set<() => void>()

function hasNetwork(): boolean {
  return typeof navigator === 'undefined' || navigator.onLine !== false
}

/** Calls back after every API response until the returned function is called. */
export function onReached(listener: () => void): () => void {
  reachedListeners.add(listener)
  return () => reachedListeners.delete(listener)
}

/** Any response of the API proves the connection. */
export function reportReached(): void {
  clearTimeout(timer)
  timer = undefined
  wait = firstWait
  reachedAt = performance.now()
  connectionStore.set('online')
  for (const listener of [...reachedListeners]) listener()
}

/** Rejects after 4 s in which the API answered neither a request of this page nor a probe. After its first answer it never settles. */
async function silence(): Promise<never> {
  for (let half = 0; half < 2 && !reachedAt; half++) {
    await new Promise((resolve) => setTimeout(resolve, startMs / 2))
    if (!reachedAt) void probeNow()
  }
  if (!reachedAt) throw offlineError()
  return new Promise<never>(() => undefined)
}

/** What comes of `work`, which is given up after 4 s in which the API says nothing; once it has answered this page, never. */
export const unlessSilent = <T>(work: Promise<T>): Promise<T> => (reachedAt ? work : Promise.race([work, silence()]))

/** A request had no response. One failure proves nothing: the probe decides. */
export function reportUnreached(): void {
  if (!hasNetwork()) connectionStore.set('offline')
  else if (connectionStore.get() === 'online') void probeNow()
}

async function responses(): Promise<boolean> {
  try {
    const { hosts } = getConfig()
    const isPlain = sessionStore.get().session?.plain
    const address = isPlain ? (await import('../outbox/row/plain-probe.ts')).plainProbe(hosts) : hosts.main + probe.path
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeout) })
    const body: unknown = response.ok || isPlain ? await response.json() : null
    return isRecord(body) && (isPlain || typeof body.status === 'string')
  } catch {
    return false
  }
}

function probeLater(): void {
  clearTimeout(timer)
  // A probe may end after its page, which has no document then.
  const next = globalThis.document?.visibilityState === 'visible' ? Math.min(wait, maxSeenWaitMs) : wait
  timer = setTimeout(() => void probeNow(), next / 2 + Math.random() * (next / 2))
  wait = Math.min(wait * 2, maxWaitMs)
}

/** Probes the API; without a response again with growing delays. */
export async function probeNow(): Promise<void> {
  if (!current) await probeAnew()
}

/** Probes the API although a probe is under way: an engine may drop what a page that is left waits for, and then it never ends. */
export async function probeAnew(): Promise<void> {
  const mine = Symbol('probe')
  current = mine
  const reached = await responses()
  if (current !== mine) return
  current = null
  if (reached) return reportReached()
  connectionStore.set(hasNetwork() ? 'unreachable' : 'offline')
  probeLater()
}

/** Listens to browser events. Called once at start. */
export function startConnection(): void {
  addEventListener('offline', () => {
    connectionStore.set('offline')
    probeLater()
  })
  addEventListener('online', () => void probeNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connectionStore.get() !== 'online') void probeNow()
  })
  setInterval(() => {
    const isWatched = document.visibilityState === 'visible' && connectionStore.get() === 'online'
    if (isWatched && performance.now() - reachedAt > idleProbeMs) void probeNow()
  }, idleProbeMs / 2)
  if (connectionStore.get() !== 'online') probeLater()
}
