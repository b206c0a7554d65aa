/** Fills the device with what this person may see, and keeps it so (design section 4). The outbox is never touched. */
import type { AnyRow } from '#contract/kit/section.ts'
import { type Changes, changes as changesCall } from '#contract/sync.ts'
import { ApiError } from './api-error.ts'
import { connectionStore } from './connection.ts'
import { ownerDatabase } from './db.ts'
import { heldKey, leadsHeld, markLeadsHeld } from './leads-held.ts'
import type { OwnerDatabase } from './outbox/database.ts'
import { clearLeads } from './outbox/held-leads.ts'
import { toLeadRecord, toLeadText } from './outbox/lead-record.ts'
import { outboxStore } from './outbox-store.ts'
import { invalidateSection } from './queries.ts'
import { request } from './request.ts'
import { sessionStore } from './session.ts'
import { createStore, useStore } from './store.ts'

export interface SyncState {
  /** 'first': filling an empty device; 'catch-up': a few changes; 'idle': all that was there has been read. */
  phase: 'idle' | 'first' | 'catch-up'
  done: number
  /** Rows a first sync will bring. */
  total: number
  /** Milliseconds since 1970 of the last complete pull; null before the first. */
  at: number | null
}

export const syncStore = createStore<SyncState>({ phase: 'idle', done: 0, total: 0, at: null })
export const useSync = (): SyncState => useStore(syncStore)

const pageSize = 500
const cursorKey = 'cursor'
const poll = 60_000

/** A pull stands aside for so long after a touch or key. */
const quietMs = 2_000
let touchedAt = Number.NEGATIVE_INFINITY

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 50)
  })

/** Between pages the person comes first: waits until the page has nothing to draw and nobody is at it. */
async function calm(): Promise<void> {
  await idle()
  for (let left = 1; left > 0; ) {
    left = touchedAt + quietMs - performance.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
}

async function readCursor(db: OwnerDatabase): Promise<string> {
  const value = (await db.meta.get(cursorKey))?.value
  return typeof value === 'string' ? value : ''
}

async function forget(db: OwnerDatabase): Promise<void> {
  markLeadsHeld(null)
  await db.transaction('rw', [db.leads, db.leadText, db.meta], async () => {
    await clearLeads(db)
  })
}

/** One page and its cursor in one transaction, so that a pull cut anywhere goes on where it was. */
async function keep(db: OwnerDatabase, { changes, cursor }: Changes): Promise<void> {
  const rows = new Map<string, AnyRow | null>()
  for (const { area, ref, row } of changes) if (area === 'leads') rows.set(ref, row)
  const gone = [...rows].flatMap(([ref, row]) => (row ? [] : [ref]))
  await db.transaction('rw', [db.leads, db.leadText, db.meta], async () => {
    const held = await db.leads.bulkGet([...rows.keys()])
    const versions = new Map(held.flatMap((record) => (record ? [[record.ref, record.row.version] as const] : [])))
    // A verdict may have brought a newer row than this page does.
    const upserts = [...rows.values()].flatMap((row) => (row && row.version >= (versions.get(row.ref) ?? 0) ? [row] : []))
    await db.leads.bulkDelete(gone)
    await db.leadText.bulkDelete(gone)
    await db.leads.bulkPut(upserts.map(toLeadRecord))
    await db.leadText.bulkPut(upserts.map(toLeadText))
    await db.meta.put({ key: cursorKey, value: cursor })
  })
}

async function pull(db: OwnerDatabase): Promise<void> {
  const isFirst = !(await db.meta.get(heldKey))
  let changed = 0
  syncStore.set((old) => ({ ...old, phase: isFirst ? 'first' : 'catch-up', done: 0, total: 0 }))
  for (let resyncs = 0; ; ) {
    await calm()
    const cursor = await readCursor(db)
    const page = await request<Changes>(changesCall, { query: { cursor, limit: pageSize } })
    if (ownerDatabase() !== db) return
    if (page.resync) {
      if (++resyncs > 1) throw new ApiError('the changes feed asks for a resync twice', 200, 'unknown')
      await forget(db)
      continue
    }
    await keep(db, page)
    changed += page.changes.length
    syncStore.set((old) => ({ ...old, done: old.done + page.changes.length, total: Math.max(old.total, page.total) }))
    if (!page.more) break
  }
  await db.meta.put({ key: heldKey, value: true })
  const wasHeld = leadsHeld()
  markLeadsHeld(db.owner)
  if (changed || !wasHeld) await invalidateSection('leads')
}

let pulling: Promise<void> | null = null
let again = false

async function run(): Promise<void> {
  const db = ownerDatabase()
  if (!db) return
  try {
    await pull(db)
    syncStore.set((old) => ({ ...old, phase: 'idle', at: Date.now() }))
  } catch {
    // No line, no right to leads, or no room: what is held stays, and the next wake-up goes on from the cursor.
    syncStore.set((old) => ({ ...old, phase: 'idle' }))
  }
}

/** Pulls until nothing more is there. A call during a pull starts one more after it. Never throws. */
export async function pullChanges(): Promise<void> {
  if (pulling) {
    again = true
    return pulling
  }
  pulling = run()
  await pulling
  pulling = null
  if (again) {
    again = false
    await pullChanges()
  }
}

const mayRead = () => sessionStore.get().session?.permissions.includes('get crm') ?? false

function wake(): void {
  if (mayRead() && connectionStore.get() === 'online') void pullChanges()
}

let started = false

/** Starts pulling for those who may see leads: now, with the line, when visible, after verdicts of leads, each minute. */
export function startSync(): void {
  if (started) return
  started = true
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, () => (touchedAt = performance.now()), { capture: true, passive: true })
  connectionStore.subscribe(wake)
  sessionStore.subscribe(wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())
  let waiting = 0
  outboxStore.subscribe(() => {
    const now = outboxStore.get().rows.filter((row) => row.section === 'leads').length
    if (now < waiting) wake()
    waiting = now
  })
  setInterval(() => document.visibilityState === 'visible' && wake(), poll)
  wake()
}
