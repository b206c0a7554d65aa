/** Pushes in flight and queued ones: a broken browser or a push service that is down does not delay the others'. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '#contract/chat/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { Subscription } from './send-push.ts'

export interface Waiting {
  user: number
  subscription: Subscription
  payload: PushPayload
  /** How often it was tried. */
  attempts: number
}

export interface PushQueue {
  add(list: readonly Waiting[]): void
  /** Tried again after so many milliseconds, unless there is a later alert of the same room by then. */
  again(waiting: Waiting, ms: number): void
}

/** At the same time: in all, of one person, and at one push service. */
const maxInFlight = { all: 40, user: 2, host: 20 }

interface QueuedPush {
  /** By browser and room: of two alerts that wait for the same, the later one says everything. */
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
  /** By user, in round-robin order. */
  const lists = new Map<number, Map<string, QueuedPush>>()
  const underWay = new Map<string, QueuedPush>()

  /** Whether another one may go there now, by what is under way. */
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
