/** Events of the chat, for alerts and speech. */
import type { ChatEvent } from '#contract/chat/events.ts'

type Listener = (event: ChatEvent) => void

const listeners = new Set<Listener>()

/** Calls back once per event, after display, until the returned function is called. */
export function onChatEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyEvent(event: ChatEvent): void {
  for (const listener of [...listeners]) listener(event)
}
