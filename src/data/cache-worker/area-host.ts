/** One area of one person in the worker: answers queries, and syncs when no other tab does. */
import { toText } from '#contract/kit/field/guards.ts'
import { type ListQuery, ListQueryError } from '#contract/kit/field/list-query.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import { sortOf } from '../outbox/overlay/list-evaluate.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { cacheOf, clearRows, countRows, pausedKey } from '../outbox/store/row-cache.ts'
import { askHolder, createWebLock } from '../outbox/store/web-lock.ts'
import type { ActivityGate } from './activity-gate.ts'
import { createFeed, NetworkError } from './feed.ts'
import { type Found, findPage, findSuggestions } from './find.ts'
import type { Failure, FromWorker, RowRequest, SyncProblem, SyncState, ToWorker } from './messages.ts'
import type { Order } from './order.ts'
import { pull } from './pull.ts'
import { createRowIndex, type Index, type RowIndex } from './row-index.ts'

export type Post = (message: FromWorker) => void
type PullMessage = Extract<ToWorker, { kind: 'pull' }>

/** Rows in one message: so many are taken in within a frame. */
const rowsAtOnce = 1_000

/** Milliseconds that another tab may take to make an index; then this one takes its lock, because a suspended tab would keep it. */
const indexPatienceMs = 10_000

/** Messages between tabs. */
type TabMessage = { state: SyncState } | { changed: true } | { pause: true }

const idle: SyncState = { phase: 'idle', done: 0, total: 0, at: null, problem: null }

const newestFirst = { page: 1, size: 1, sort: null, search: '', filters: [] } satisfies ListQuery

async function orderOf(rowIndex: RowIndex, index: Index, query: ListQuery): Promise<Order> {
  const { field } = sortOf(index.table.area.section, query)
  return index.orders.of(field) ?? rowIndex.orderByRows(index, field)
}

function slotsOfId({ table }: Index, id: string): number[] {
  const number = /^\d+$/.test(id) ? Number(id) : Number.NaN
  const slot = table.slotOf(id) ?? table.ids.values.findIndex((own, at) => own === number && table.isAlive(at))
  return slot < 0 ? [] : [slot]
}

async function find(rowIndex: RowIndex, index: Index, ask: RowRequest): Promise<Found> {
  const { table } = index
  if (ask.kind === 'query') return findPage(table, ask.query, await orderOf(rowIndex, index, ask.query))
  const slots =
    ask.kind === 'read' ? slotsOfId(index, ask.id) : findSuggestions(table, ask.text, ask.max, await orderOf(rowIndex, index, newestFirst))
  return { slots, total: slots.length, fuzzy: 0 }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ListQueryError)) return { name: 'Error', message: error instanceof Error ? error.message : toText(error) }
  return { name: 'ListQueryError', parameter: error.parameter, code: error.code, message: error.message }
}

function problemOf(error: unknown): SyncProblem {
  if (error instanceof NetworkError) return 'offline'
  const names = [error, error instanceof Error && 'inner' in error ? error.inner : null].map((one) =>
    one instanceof Error ? one.name : '',
  )
  return names.includes('QuotaExceededError') ? 'quota' : 'failed'
}

interface AreaParts {
  area: SyncedArea
  db: OwnerDatabase
  activity: ActivityGate
  /** The day in Jakarta. */
  today: () => string
  isResting: () => boolean
  post: Post
}

export function openArea({ area, db, activity, today, isResting, post }: AreaParts) {
  const cache = cacheOf(db, area)
  const { keys } = cache
  const name = `lapangan-${area}-${db.owner}`
  const channel = new BroadcastChannel(name)
  const broadcast = (message: TabMessage) => channel.postMessage(message)
  let state = idle
  let beats = 0
  let running: AbortController | null = null
  let isFirst = false
  let again: PullMessage | null = null
  /** What another tab kept from this one, and when. */
  let kept: { message: PullMessage; at: number } | null = null
  const lock = createWebLock({
    name,
    lastBeat: async () => beats,
    elapsed: () => performance.now(),
    asks: askHolder,
    onFree: () => void takeOver().catch(() => undefined),
  })
  const exclusively = async (work: () => Promise<void>) => {
    const { locks } = navigator
    if (!locks) return work()
    const indexLock = `lapangan-${area}-index-${db.owner}`
    let ran = false
    const workOnce = () => {
      ran = true
      return work()
    }
    await locks.request(indexLock, { signal: AbortSignal.timeout(indexPatienceMs) }, workOnce).catch((error: unknown) => {
      if (ran) throw error
      return locks.request(indexLock, { steal: true }, workOnce)
    })
  }
  const rowIndex = createRowIndex({ cache, exclusively, today, isResting })

  function show(next: Partial<SyncState>): void {
    state = { ...state, ...next }
    post({ kind: 'state', area, state })
    broadcast({ state })
  }

  async function look(): Promise<Index | null> {
    const seen = await rowIndex.look()
    if (seen?.changed) post({ kind: 'changed', area })
    return seen?.index ?? null
  }

  /** What another tab pulls is this tab's progress, too. */
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    beats += 1
    if ('pause' in data) running?.abort()
    if ('changed' in data)
      void look().then(
        (index) => post({ kind: 'cached', area, cached: index !== null }),
        () => undefined,
      )
    if ('state' in data && !running) {
      state = data.state
      post({ kind: 'state', area, state })
    }
  }

  /** How it stands while nothing is pulled. */
  async function readState(areCached: boolean): Promise<Partial<SyncState>> {
    const [at, stopped, total] = await db.meta.bulkGet([keys.syncedAt, pausedKey, keys.total])
    const why = areCached ? null : stopped?.value
    return {
      phase: why === 'person' ? 'paused' : 'idle',
      problem: why === 'quota' ? 'quota' : null,
      at: typeof at?.value === 'number' ? at.value : null,
      ...(!areCached && typeof total?.value === 'number' && { done: await countRows(cache), total: total.value }),
    }
  }

  async function start(): Promise<void> {
    const areCached = (await look()) !== null
    post({ kind: 'cached', area, cached: areCached })
    if (running) return
    state = { ...idle, ...(await readState(areCached)) }
    post({ kind: 'state', area, state })
  }

  async function run(message: PullMessage, controller: AbortController): Promise<void> {
    const { signal } = controller
    const { token, hosts } = message
    const areCached = Boolean((await db.meta.get(keys.cached))?.value)
    isFirst = !areCached
    if (isFirst && isResting()) return
    if (message.resume) await db.meta.delete(pausedKey)
    else if (!areCached && (await db.meta.get(pausedKey))) return show(await readState(areCached))
    try {
      const changed = await pull({
        cache,
        signal,
        now: () => performance.now(),
        whenIdle: activity.whenIdle,
        fetchPage: createFeed({ area, token, hosts, signal, post }),
        onProgress: ({ isFirst: isFilling, ...progress }) => show({ ...progress, phase: isFilling ? 'first' : 'catch-up', problem: null }),
      })
      const index = await look()
      post({ kind: 'cached', area, cached: index !== null })
      show({ phase: 'idle', at: Date.now(), problem: null })
      if (changed) broadcast({ changed: true })
      await rowIndex.tidy()
    } catch (error) {
      // What is cached stays, and the next wake-up goes on from the cursor.
      const problem = signal.aborted ? null : problemOf(error)
      if (problem === 'quota' && !areCached) await db.meta.put({ key: pausedKey, value: 'quota' }).catch(() => undefined)
      show({ ...(await readState(areCached).catch(() => ({ phase: 'idle' as const }))), ...(problem && { problem }) })
    }
  }

  async function pullNow(message: PullMessage): Promise<void> {
    if (running) {
      again = message
      return
    }
    const ended = await lock(async (displaced) => {
      running = new AbortController()
      const controller = running
      displaced.addEventListener('abort', () => controller.abort())
      await run(message, controller).finally(() => {
        running = null
      })
    })
    kept = ended === 'busy' ? { message, at: Date.now() } : null
    const next = again
    again = null
    if (next) await pullNow(next)
  }

  /** The tab that pulled was closed or suspended: the rest is pulled here. */
  async function takeOver(): Promise<void> {
    if (!kept) return
    const at = (await db.meta.get(keys.syncedAt))?.value
    if (typeof at === 'number' && at >= kept.at) return
    await pullNow(kept.message)
  }

  /** A first sync ends after the batch in hand, and with it its lock: the next pull goes on from there. */
  function rest(): void {
    if (isFirst) running?.abort()
  }

  async function pause(): Promise<void> {
    if (await db.meta.get(keys.cached)) return
    await db.meta.put({ key: pausedKey, value: 'person' })
    running?.abort()
    broadcast({ pause: true })
    show({ phase: 'paused', problem: null })
  }

  async function respond(n: number, ask: RowRequest): Promise<void> {
    try {
      // A database that cannot be read holds nothing: the server is asked.
      const index = await look().catch(() => null)
      if (!index) return post({ kind: 'nothing', n })
      const { slots, total, fuzzy } = await find(rowIndex, index, ask)
      const rows = await rowIndex.rowsOf(slots.map((slot) => index.table.refs[slot] ?? ''))
      const last = Math.max(0, rows.length - rowsAtOnce)
      for (let at = 0; at < last; at += rowsAtOnce) post({ kind: 'rows', n, rows: rows.slice(at, Math.min(last, at + rowsAtOnce)) })
      post({ kind: 'answer', n, rows: rows.slice(last), total, fuzzy })
    } catch (error) {
      post({ kind: 'failed', n, failure: failureOf(error) })
    }
  }

  async function forget(): Promise<void> {
    running?.abort()
    await clearRows(cache)
    post({ kind: 'cached', area, cached: false })
    show(idle)
  }

  return {
    start,
    forget,
    respond,
    look,
    pull: pullNow,
    pause,
    rest,
    close() {
      running?.abort()
      channel.close()
    },
  }
}
