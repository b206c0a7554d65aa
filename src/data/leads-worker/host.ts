/** The leads worker: answers queries, and syncs when no other tab does. Runs wherever messages can be exchanged. */
import { type ListQuery, ListQueryError } from '#contract/kit/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { OwnerDatabase } from '../outbox/database.ts'
import { countLeads, leadsMeta, pausedKey } from '../outbox/lead-cache.ts'
import { sortOf } from '../outbox/list-evaluate.ts'
import { createWebLock } from '../outbox/web-lock.ts'
import { createActivityGate } from './activity-gate.ts'
import { createFeed, NetworkError } from './feed.ts'
import { type Found, findPage, findSuggestions } from './find.ts'
import { createLeadIndex, type Index, type LeadIndex } from './lead-index.ts'
import type { Failure, FromWorker, LeadRequest, SyncProblem, SyncState, ToWorker } from './messages.ts'
import { pull } from './pull.ts'

type Post = (message: FromWorker) => void

/** Rows in one message: so many are taken in within a frame. */
const rowsAtOnce = 1_000

/** Messages between tabs. */
type TabMessage = { state: SyncState } | { changed: true } | { pause: true }

const idle: SyncState = { phase: 'idle', done: 0, total: 0, at: null, problem: null }

const newestFirst = { page: 1, size: 1, sort: null, search: '', filters: [] } satisfies ListQuery

async function orderOf(leadIndex: LeadIndex, index: Index, query: ListQuery): Promise<Uint32Array> {
  const { field } = sortOf(leads, query)
  return index.orders.of(field) ?? leadIndex.orderByRows(index, field)
}

function slotsOfId({ table }: Index, id: string): number[] {
  const number = /^\d+$/.test(id) ? Number(id) : Number.NaN
  const slot = table.slotOf(id) ?? table.ids.values.findIndex((own, at) => own === number && table.isAlive(at))
  return slot < 0 ? [] : [slot]
}

async function find(leadIndex: LeadIndex, index: Index, ask: LeadRequest): Promise<Found> {
  const { table } = index
  if (ask.kind === 'query') return findPage(table, ask.query, await orderOf(leadIndex, index, ask.query))
  const slots =
    ask.kind === 'read' ? slotsOfId(index, ask.id) : findSuggestions(table, ask.text, ask.max, await orderOf(leadIndex, index, newestFirst))
  return { slots, total: slots.length, fuzzy: 0 }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ListQueryError)) return { name: 'Error', message: error instanceof Error ? error.message : String(error) }
  return { name: 'ListQueryError', parameter: error.parameter, code: error.code, message: error.message }
}

function problemOf(error: unknown): SyncProblem {
  if (error instanceof NetworkError) return 'offline'
  const names = [error, error instanceof Error && 'inner' in error ? error.inner : null].map((one) =>
    one instanceof Error ? one.name : '',
  )
  return names.includes('QuotaExceededError') ? 'quota' : 'failed'
}

/** The state of one person; closed when another one signs in. */
function openFor(owner: string, post: Post) {
  const db = new OwnerDatabase(owner, () => undefined, { bulk: true })
  const channel = new BroadcastChannel(`lapangan-leads-${owner}`)
  const broadcast = (message: TabMessage) => channel.postMessage(message)
  let state = idle
  let beats = 0
  let running: AbortController | null = null
  let again: Extract<ToWorker, { kind: 'pull' }> | null = null
  const lock = createWebLock({ name: `lapangan-leads-${owner}`, lastBeat: async () => beats, elapsed: () => performance.now() })
  const exclusively = async (work: () => Promise<void>) => {
    if (!navigator.locks) return work()
    await navigator.locks.request(`lapangan-leads-index-${owner}`, work)
  }
  const leadIndex = createLeadIndex(db, exclusively)
  const activity = createActivityGate(
    () => performance.now(),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  )
  // A person who has just opened the page is about to use it.
  activity.onActivity()

  function show(next: Partial<SyncState>): void {
    state = { ...state, ...next }
    post({ kind: 'state', state })
    broadcast({ state })
  }

  async function look(): Promise<Index | null> {
    const seen = await leadIndex.look()
    if (seen?.changed) post({ kind: 'changed' })
    return seen?.index ?? null
  }

  /** What another tab pulls is this tab's progress, too. */
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    beats += 1
    if ('pause' in data) running?.abort()
    if ('changed' in data)
      void look().then(
        (index) => post({ kind: 'cached', leadIndex: index !== null }),
        () => undefined,
      )
    if ('state' in data && !running) {
      state = data.state
      post({ kind: 'state', state })
    }
  }

  /** How it stands while nothing is pulled. */
  async function rest(areCached: boolean): Promise<Partial<SyncState>> {
    const [at, stopped, total] = await db.meta.bulkGet([leadsMeta.syncedAt, pausedKey, leadsMeta.total])
    const why = areCached ? null : stopped?.value
    return {
      phase: why === 'person' ? 'paused' : 'idle',
      problem: why === 'quota' ? 'quota' : null,
      at: typeof at?.value === 'number' ? at.value : null,
      ...(!areCached && typeof total?.value === 'number' && { done: await countLeads(db), total: total.value }),
    }
  }

  async function start(): Promise<void> {
    const areCached = (await look()) !== null
    post({ kind: 'cached', leadIndex: areCached })
    if (running) return
    state = { ...idle, ...(await rest(areCached)) }
    post({ kind: 'state', state })
  }

  async function run(message: Extract<ToWorker, { kind: 'pull' }>, controller: AbortController): Promise<void> {
    const { signal } = controller
    const areCached = Boolean((await db.meta.get(leadsMeta.cached))?.value)
    if (message.resume) await db.meta.delete(pausedKey)
    else if (!areCached && (await db.meta.get(pausedKey))) return show(await rest(areCached))
    try {
      const changed = await pull({
        db,
        signal,
        now: () => performance.now(),
        whenIdle: activity.whenIdle,
        fetchPage: createFeed({ token: message.token, hosts: message.hosts, signal, post }),
        onProgress: ({ isFirst, ...progress }) => show({ ...progress, phase: isFirst ? 'first' : 'catch-up', problem: null }),
      })
      const index = await look()
      post({ kind: 'cached', leadIndex: index !== null })
      show({ phase: 'idle', at: Date.now(), problem: null })
      if (changed) broadcast({ changed: true })
      await leadIndex.tidy()
    } catch (error) {
      // What is cached stays, and the next wake-up goes on from the cursor.
      const problem = signal.aborted ? null : problemOf(error)
      if (problem === 'quota' && !areCached) await db.meta.put({ key: pausedKey, value: 'quota' }).catch(() => undefined)
      show({ ...(await rest(areCached).catch(() => ({ phase: 'idle' as const }))), ...(problem && { problem }) })
    }
  }

  async function pullNow(message: Extract<ToWorker, { kind: 'pull' }>): Promise<void> {
    if (running) {
      again = message
      return
    }
    await lock(async (displaced) => {
      running = new AbortController()
      const controller = running
      displaced.addEventListener('abort', () => controller.abort())
      await run(message, controller).finally(() => {
        running = null
      })
    })
    const next = again
    again = null
    if (next) await pullNow(next)
  }

  async function pause(): Promise<void> {
    if (await db.meta.get(leadsMeta.cached)) return
    await db.meta.put({ key: pausedKey, value: 'person' })
    running?.abort()
    broadcast({ pause: true })
    show({ phase: 'paused', problem: null })
  }

  async function respond(n: number, ask: LeadRequest): Promise<void> {
    try {
      // A database that cannot be read holds nothing: the server is asked.
      const index = await look().catch(() => null)
      if (!index) return post({ kind: 'nothing', n })
      const { slots, total, fuzzy } = await find(leadIndex, index, ask)
      const rows = await leadIndex.rowsOf(slots.map((slot) => index.table.refs[slot] ?? ''))
      const last = Math.max(0, rows.length - rowsAtOnce)
      for (let at = 0; at < last; at += rowsAtOnce) post({ kind: 'rows', n, rows: rows.slice(at, Math.min(last, at + rowsAtOnce)) })
      post({ kind: 'answer', n, rows: rows.slice(last), total, fuzzy })
    } catch (error) {
      post({ kind: 'failed', n, failure: failureOf(error) })
    }
  }

  return {
    owner,
    start,
    respond,
    look,
    pull: pullNow,
    pause,
    acted: activity.onActivity,
    close() {
      running?.abort()
      channel.close()
      db.close()
    },
  }
}

/** Handles the page's messages; its own are posted through `post`. */
export function createHost(post: Post): (message: ToWorker) => void {
  let open: ReturnType<typeof openFor> | null = null
  return (message) => {
    if (message.kind === 'open') {
      if (open?.owner === message.owner) return
      open?.close()
      open = openFor(message.owner, post)
      void open.start().catch(() => undefined)
    } else if (message.kind === 'ask') void open?.respond(message.n, message.ask)
    else if (message.kind === 'pull') void open?.pull(message).catch(() => undefined)
    else if (message.kind === 'acted') open?.acted()
    else if (message.kind === 'pause') void open?.pause().catch(() => undefined)
    else void open?.look().catch(() => undefined)
  }
}
