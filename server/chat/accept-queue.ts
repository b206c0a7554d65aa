/** After a line that many share was cut they all stand at the door at once. */
import type { EventEmitter } from 'node:events'
import { yieldToEventLoop } from './batch-calls.ts'

/** Turns of the event loop in which nobody came, after which nobody waits any more; and milliseconds after which it goes on in any case. */
const [quietTicks, patience] = [3, 3_000]

/**
 * Resolves when everybody is in. Node lets in one connection with each turn of the event loop: whoever is served meanwhile makes
 * those turns long, and everybody outside, webhooks too, waits for as many of them as stand before.
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
