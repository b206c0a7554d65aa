/** When the leads are pulled, and how far that is: the worker does it, every tab shows it. */
import { getConfig } from './config.ts'
import { connectionStore, reportReached, reportUnreached } from './connection.ts'
import { areLeadsCached, markLeadsCached } from './leads-cached.ts'
import { notifyWorker, onLost, onNotification } from './leads-client.ts'
import type { SyncState } from './leads-worker/messages.ts'
import { outboxStore } from './outbox-store.ts'
import { invalidateSection } from './queries.ts'
import { queryClient } from './query-client.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'
import { readToken, reportUnauthorized } from './token.ts'

export const syncStore = createStore<SyncState>({ phase: 'idle', done: 0, total: 0, at: null, problem: null })
export const useSync = (): SyncState => useStore(syncStore)

const poll = 60_000

/** A server without the additions has no feed of changes: its lists are asked for as they are shown. */
function mayRead(): boolean {
  const { session } = sessionStore.get()
  return session !== null && !session.plain && session.permissions.includes('get crm')
}

/** Asks for everything that is new; a pull that is under way goes on. `resume`: also what the person had stopped. */
export function pullChanges({ resume = false } = {}): void {
  const token = readToken()
  if (!token || !mayRead()) return
  if (resume) syncStore.set((old) => ({ ...old, phase: old.phase === 'paused' ? 'idle' : old.phase, problem: null }))
  notifyWorker({ kind: 'pull', token, hosts: getConfig().hosts, resume })
}

/** Stops a first sync until `pullChanges({ resume: true })`; what has come stays. */
export function pauseSync(): void {
  notifyWorker({ kind: 'pause' })
}

/** Offline the worker still tells whether the leads are cached: a killed browser forgets that mark sooner than the leads. */
function wake(): void {
  if (connectionStore.get() === 'online') pullChanges()
  else if (mayRead()) notifyWorker({ kind: 'look' })
}

function updateCached(cached: boolean): void {
  const wereCached = areLeadsCached()
  const owner = sessionStore.get().session?.user.ref ?? null
  markLeadsCached(cached ? owner : null)
  if (cached !== wereCached) void invalidateSection('leads')
}

/** Activity is reported at most this often, in milliseconds. */
const activityMs = 300
let acted = 0

/** Reports activity of the person to a first sync. */
function reportActivity(): void {
  if (syncStore.get().phase !== 'first' || Date.now() - acted < activityMs) return
  acted = Date.now()
  notifyWorker({ kind: 'acted' })
}

let started = false

/** Starts pulling for those who may see leads: now, when online, when visible, after verdicts of leads, each minute. */
export function startSync(): void {
  if (started) return
  started = true
  onNotification((message) => {
    if (message.kind === 'state') syncStore.set(message.state)
    else if (message.kind === 'cached') updateCached(message.leadIndex)
    else if (message.kind === 'changed') void invalidateSection('leads')
    else if (message.kind === 'reached') reportReached()
    else if (message.kind === 'unreached') reportUnreached()
    else reportUnauthorized(message.token)
  })
  onLost(() => {
    syncStore.set((old) => ({ ...old, phase: 'idle', problem: 'worker' }))
    updateCached(false)
  })
  connectionStore.subscribe(wake)
  sessionStore.subscribe(wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())
  // What a screen asks the server for is waited for as well.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') reportActivity()
  })
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    document.addEventListener(act, reportActivity, { capture: true, passive: true })
  let waiting = 0
  outboxStore.subscribe(() => {
    const now = outboxStore.get().rows.filter((row) => row.section === 'leads').length
    if (now < waiting) {
      notifyWorker({ kind: 'look' })
      wake()
    }
    waiting = now
  })
  setInterval(() => document.visibilityState === 'visible' && wake(), poll)
  wake()
}
