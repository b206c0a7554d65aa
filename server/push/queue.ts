/** Queue of pushes: a broken browser or an unavailable push service does not delay others. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '#contract/chat/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { Subscription } from './send-push.ts'

export interface Waiting {
  user: number
  subscription: Subscription
  payload: PushPayload
  /** Number of attempts. */
  attempts: number
}

export interface PushQueue {
  add(list: readonly Waiting[]): void
  /** Retries after so many milliseconds, unless a later alert of the room is queued. */
  again(waiting: Waiting, ms: number): void
}

/** Concurrent pushes: in all, per person, and per push service. */
const maxInFlight = { all: 40, user: 2, host: 20 }

interface QueuedPush {
  /** Browser and room: a later alert replaces a queued one. */
  key: string
  host: string
  waiting: Waiting
}

function toQueuedPush(waiting: Waiting): QueuedPush {
  const { subscription, payload } = waiting
  return { key: `${subscription.endpoint} ${payload.room}`, host: new URL(subscription.endpoint).host, waiting }
}

/** `send` never rejects. */
export function createPushQueue(platform: Platform, send: (waiting: Waiting) => Promise<void>): PushQueue {
  /** By user, round-robin. */
  const lists = new Map<number, Map<string, QueuedPush>>()
  const underWay = new Map<string, QueuedPush>()

  /** Returns whether another push may start, by those in flight. */
  function limit(max: number, of: (push: QueuedPush) => unknown): (one: unknown) => boolean {
    const counts = new Map<unknown, number>()
    for (const push of underWay.values()) counts.set(of(push), (counts.get(of(push)) ?? 0) + 1)
    return (one) => (counts.get(one) ?? 0) < max
  }

  function next(): QueuedPush | null {
    if (underWay.size >= maxInFlight.all) return null
    const mayReach = limit(maxInFlight.host, ({ host }) => host)
    const mayHave = limit(maxInFlight.user, ({ waiting }) => waiting.user)
    for (const [user, list] of lists) {
      if (!mayHave(user)) continue
      for (const push of list.values()) {
        if (underWay.has(push.key) || !mayReach(push.host)) continue
        list.delete(push.key)
        lists.delete(user)
        if (list.size) lists.set(user, list)
        return push
      }
    }
    return null
  }

  function work(): void {
    for (let push = next(); push; push = next()) {
      const { key, waiting } = push
      underWay.set(key, push)
      platform.background.run(() =>
        send(waiting).finally(() => {
          underWay.delete(key)
          work()
        }),
      )
    }
  }

  function put(waiting: Waiting, isLater: boolean): void {
    const push = toQueuedPush(waiting)
    const list = lists.get(waiting.user) ?? new Map<string, QueuedPush>()
    if (isLater || !list.has(push.key)) list.set(push.key, push)
    lists.set(waiting.user, list)
  }

  return {
    add(list) {
      for (const waiting of list) put(waiting, true)
      work()
    },
    again(waiting, ms) {
      platform.background.run(async () => {
        await pause(ms)
        put(waiting, false)
        work()
      })
    },
  }
}
