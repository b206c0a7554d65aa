/** Delays work during mass reconnects after an outage of a shared link. */
import type { EventEmitter } from 'node:events'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'

/** Event loop iterations without a new connection until the queue counts as empty; and maximum wait in milliseconds. */
const [quietTicks, patience] = [3, 3_000]

/**
 * Resolves when no connection waits to be accepted. Node accepts one per event loop iteration: long iterations delay all waiting
 * connections, webhooks included.
 */
export function watchAcceptQueue(server: EventEmitter): () => Promise<void> {
  let came = 0
  server.on('connection', () => {
    came += 1
  })
  return async () => {
    const until = performance.now() + patience
    let seen = came
    for (let quiet = 0; quiet < quietTicks && performance.now() < until; quiet = came === seen ? quiet + 1 : 0) {
      seen = came
      await yieldToEventLoop()
    }
  }
}
