/** After an outage of a shared network link all clients reconnect at once. */
import type { EventEmitter } from 'node:events'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'

/**
 * Event-loop iterations without a new connection after which the queue counts as empty; and milliseconds after which it
 * goes on in any case.
 */
const [quietTicks, patience] = [3, 3_000]

/**
 * Resolves when no connection is waiting to be accepted. Node accepts one connection per iteration of the event loop:
 * work done meanwhile makes iterations long, and every waiting connection, webhooks too, is delayed by all before it.
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
