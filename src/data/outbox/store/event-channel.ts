/** Broadcasts the events of one person's outbox from the drain to all tabs; a service worker only posts. */
import type { PostedEvent } from '../row/event.ts'

interface Post {
  owner: string
  event: PostedEvent
}

/** Consoles of before post other shapes under the same name; those are not read. */
const isPost = (value: unknown): value is Post => typeof value === 'object' && value !== null && 'owner' in value && 'event' in value

export interface EventChannel {
  /** To the listener of this channel, then to every other tab. */
  publish: (event: PostedEvent) => void
  close: () => void
}

/** Ignores events of another person's outbox. */
export function openEventChannel(owner: string, listener: (event: PostedEvent) => void = () => undefined): EventChannel {
  const channel = new BroadcastChannel('lapangan-outbox')
  let isOpen = true
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isPost(data) && data.owner === owner) listener(data.event)
  }
  return {
    publish(event) {
      // A drain may still end what it began after its person has left.
      if (!isOpen) return
      listener(event)
      channel.postMessage({ owner, event } satisfies Post)
    },
    close() {
      isOpen = false
      channel.close()
    },
  }
}
