/** Schedules pulls of cached areas and tracks progress: the worker pulls, every tab shows it. */
import { roleFlags } from '#contract/kit/field/permission.ts'
import { mayKeep } from '#contract/sync.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import { getConfig } from '../api/config.ts'
import { connectionStore, reportReached, reportUnreached } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readToken, reportUnauthorized } from '../api/token.ts'
import { onWake } from '../base/page-life.ts'
import { createStore, useStore } from '../base/store.ts'
import { throttled } from '../base/throttled.ts'
import { notifyWorker, onLost, onNotification } from '../cache/cache-client.ts'
import { isCached, markCached } from '../cache/cached.ts'
import type { SyncState } from '../cache-worker/messages.ts'
import { invalidateSection } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'
import { onOutboxEvent } from '../writes/outbox-events.ts'

const idle: SyncState = { phase: 'idle', done: 0, total: 0, at: null, problem: null }

export const syncStore = createStore<Readonly<Record<SyncedArea, SyncState>>>({ leads: idle, member: idle })
export const useSync = (area: SyncedArea): SyncState => useStore(syncStore, (all) => all[area])

const update = (area: SyncedArea, change: (old: SyncState) => SyncState) => syncStore.set((all) => ({ ...all, [area]: change(all[area]) }))

const poll = 60_000

/** A server without the additions has no feed of changes: its lists are asked for as they are shown. Back-office mode shows no leads. */
function kept(): SyncedArea[] {
  const { session } = sessionStore.get()
  if (!session || session.plain) return []
  const person = { permissions: new Set(session.permissions), isSales: roleFlags(session.roles).isSales }
  return syncedAreas.filter((area) => mayKeep(area, person) && !(area === 'leads' && getConfig().backOffice))
}

/** Starts a pull; a running one continues. `resume`: also after the person paused it. */
export function pullChanges({ resume = false } = {}): void {
  const token = readToken()
  const areas = kept()
  if (!token || !areas.length) return
  if (resume)
    for (const area of areas) update(area, (old) => ({ ...old, phase: old.phase === 'paused' ? 'idle' : old.phase, problem: null }))
  notifyWorker({ kind: 'pull', areas, token, hosts: getConfig().hosts, resume })
}

/** Pauses a first sync until `pullChanges({ resume: true })`; synced rows stay. */
export function pauseSync(): void {
  notifyWorker({ kind: 'pause' })
}

/** Clears areas cached under another role. */
function forgetOthers(): void {
  const { session } = sessionStore.get()
  if (!session || session.plain) return
  const areas = kept()
  for (const area of syncedAreas) if (!areas.includes(area) && isCached(area)) notifyWorker({ kind: 'forget', area })
}

/** Offline the worker reports what is cached: a crashed browser loses that flag sooner than the rows. */
function wake(): void {
  forgetOthers()
  if (connectionStore.get() === 'online') pullChanges()
  else if (kept().length) notifyWorker({ kind: 'look' })
}

function updateCached(area: SyncedArea, cached: boolean): void {
  const wereCached = isCached(area)
  const owner = sessionStore.get().session?.user.ref ?? null
  markCached(area, cached ? owner : null)
  if (cached !== wereCached) void invalidateSection(area)
}

/** Activity is reported at most this often, in milliseconds. */
const activityMs = 300
let acted = 0

/** Reports the person's activity to a first sync. */
function reportActivity(): void {
  if (!Object.values(syncStore.get()).some(({ phase }) => phase === 'first') || Date.now() - acted < activityMs) return
  acted = Date.now()
  notifyWorker({ kind: 'acted' })
}

/** Verdicts are stored many times in a second; what they made is pulled this many milliseconds after the first. */
const storedMs = 100

let started = false

/** Starts pulls for those who may see an area: now, when online, when visible, after verdicts of its records, each minute. */
export function startSync(): void {
  if (started) return
  started = true
  onNotification((message) => {
    if (message.kind === 'state') update(message.area, () => message.state)
    else if (message.kind === 'cached') updateCached(message.area, message.cached)
    else if (message.kind === 'changed') void invalidateSection(message.area)
    else if (message.kind === 'reached') reportReached()
    else if (message.kind === 'unreached') reportUnreached()
    else reportUnauthorized(message.token)
  })
  onLost(() => {
    for (const area of syncedAreas) {
      update(area, (old) => ({ ...old, phase: 'idle', problem: 'worker' }))
      updateCached(area, false)
    }
  })
  connectionStore.subscribe(wake)
  sessionStore.subscribe(wake)
  // A focus alone is no absence.
  onWake(({ sleptMs }) => sleptMs > 0 && wake())
  // Requests of the screen count as activity.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') reportActivity()
  })
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    document.addEventListener(act, reportActivity, { capture: true, passive: true })
  const wakeSoon = throttled(wake, storedMs)
  onOutboxEvent((event) => {
    const isOurs = event.kind === 'stored' && event.rows.some((row) => row.isDone && syncedAreas.some((area) => area === row.section))
    if (!isOurs) return
    notifyWorker({ kind: 'look' })
    wakeSoon()
  })
  setInterval(() => document.visibilityState === 'visible' && wake(), poll)
  wake()
}
