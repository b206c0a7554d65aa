/**
 * Stores inbound messages and states in order of arrival. A transaction of the embedded database costs as much as fifty messages, so items
 * that arrive together, or during one, share the next (group commit).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { ApiError, toApiError } from '#server/platform/core/problem.ts'
import { alertMessages } from '#server/push/alert.ts'
import type { Inbound } from './inbound.ts'
import { storeInbound } from './store-inbound.ts'

/** Maximum items of a transaction. */
const max = 500
/**
 * Milliseconds between starts of transactions. An item after a pause is stored at once; in a burst, items of this interval share one, at a
 * fraction of its cost.
 */
const intervalMs = 20
/** Attempts after conflicts with other transactions. */
const attempts = 5

interface Waiting {
  items: readonly Inbound[]
  done(): void
  failed(error: unknown): void
}

interface InboundQueue {
  waiting: Waiting[]
  busy: boolean
}

/** By platform: items are stored with their platform's log and background work, even if another uses the same database. */
const queues = new WeakMap<Platform, InboundQueue>()

/** Another transaction was first: with these rows, or with an identity or a message that this one has, too. The loser reads again. */
function isConflict(error: unknown): boolean {
  if (toApiError(error)?.code === 'unavailable') return true
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || isConflict(error.cause)
}

async function commit(platform: Platform, items: readonly Inbound[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // A console may answer to a message before the commit is told to this process.
    const since = Date.now()
    try {
      const alerts = await platform.database.transaction((tx) => storeInbound(platform, tx, items))
      if (alerts.length) platform.background.run(() => alertMessages(platform, alerts, since))
      return
    } catch (error) {
      if (!isConflict(error)) throw error
      // What collides is of this server's making, and nobody's who sent it: it is sent again.
      if (attempt === attempts) throw new ApiError('unavailable', undefined, { retryAfter: 5 })
    }
  }
}

/** Uses one transaction if possible; a caller's bad items must not block those of others. */
async function store(platform: Platform, group: readonly Waiting[]): Promise<void> {
  try {
    await commit(
      platform,
      group.flatMap(({ items }) => items),
    )
    for (const { done } of group) done()
  } catch (error) {
    if (group.length === 1) group[0]?.failed(error)
    else for (const one of group) await store(platform, [one])
  }
}

function take(queue: InboundQueue): Waiting[] {
  let [count, at] = [0, 0]
  while (at < queue.waiting.length && (at === 0 || count < max)) count += queue.waiting[at++]?.items.length ?? 0
  return queue.waiting.splice(0, at)
}

async function work(platform: Platform, queue: InboundQueue): Promise<void> {
  // Calls of the same event loop iteration join the batch.
  await yieldToEventLoop()
  while (queue.waiting.length) {
    const next = performance.now() + intervalMs
    await store(platform, take(queue))
    const left = next - performance.now()
    if (left > 0) await pause(left)
  }
  queue.busy = false
}

/**
 * Stores customers' messages, states of ours and idle customers; resolves after the commit. Idempotent by message. Not for use within a
 * transaction.
 */
export function receive(platform: Platform, inbound: readonly Inbound[]): Promise<void> {
  if (!inbound.length) return Promise.resolve()
  const queue = queues.get(platform) ?? { waiting: [], busy: false }
  queues.set(platform, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ items: inbound, done: resolve, failed: reject })
    if (queue.busy) return
    queue.busy = true
    platform.background.run(() => work(platform, queue))
  })
}
