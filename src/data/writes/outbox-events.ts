/** The stream of outbox events in this tab, wherever the drain runs. */
import type { OutboxEvent } from '../outbox/row/event.ts'

export type OutboxListener = (event: OutboxEvent) => void

const listeners = new Set<OutboxListener>()

/** Calls back with every event, in the order of subscribing, until the returned function is called. */
export function onOutboxEvent(listener: OutboxListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function deliverEvent(event: OutboxEvent): void {
  for (const listener of [...listeners]) listener(event)
}
