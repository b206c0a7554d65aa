/**
 * Stores inbound messages and statuses in the order they arrived. A transaction costs the embedded database as much as
 * fifty messages do, so whatever arrives in the same moment, or while one is under way, is stored in one (group
 * commit).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { toApiError } from '#server/platform/core/problem.ts'
import { alertMessages } from '#server/push/alert.ts'
import type { Inbound } from './inbound.ts'
import { storeInbound } from './store-inbound.ts'

/** Items that one transaction takes at most. */
const max = 500
/**
 * Milliseconds from the beginning of one transaction to that of the next. What comes after a quiet moment is stored at once; of
 * many that come one after the other, those of so long a time go together, which costs a fraction of one transaction each.
 */
const intervalMs = 20
/** Attempts at a transaction that another one got in the way of. */
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

/** By platform: what one brought is stored with its own log and background work, even while another is at work on the same database. */
const queues = new WeakMap<Platform, InboundQueue>()

async function commit(platform: Platform, items: readonly Inbound[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const alerts = await platform.database.transaction((tx) => storeInbound(platform, tx, items))
      if (alerts.length) platform.background.run(() => alertMessages(platform, alerts))
      return
    } catch (error) {
      if (attempt === attempts || toApiError(error)?.code !== 'unavailable') throw error
    }
  }
}

/** In one transaction if possible; the items of one caller must not keep those of the others from being stored. */
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
  // Calls within the same iteration of the event loop join the batch.
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
 * Stores messages of customers, what became of ours, and that somebody went idle; resolves once that is committed. The same
 * message twice is taken once. Never inside a transaction of one's own.
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
