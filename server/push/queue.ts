/** Pushes on their way and those that wait: nobody's broken browser, and no push service that is down, keeps the others' back. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '#contract/chat/push.ts'
import type { Platform } from '#server/platform/context.ts'
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
const most = { all: 40, user: 2, host: 20 }

interface Turn {
  /** By browser and room: of two alerts that wait for the same, the later one says everything. */
  key: string
  host: string
  waiting: Waiting
}

function turnOf(waiting: Waiting): Turn {
  const { subscription, payload } = waiting
  return { key: `${subscription.endpoint} ${payload.room}`, host: new URL(subscription.endpoint).host, waiting }
}

/** `send` never rejects. */
export function createPushQueue(platform: Platform, send: (waiting: Waiting) => Promise<void>): PushQueue {
  /** By user, whose turn is next first. */
  const lists = new Map<number, Map<string, Turn>>()
  const underWay = new Map<string, Turn>()

  /** Whether another one may go there now, by what is under way. */
  function limit(atMost: number, of: (turn: Turn) => unknown): (one: unknown) => boolean {
    const counts = new Map<unknown, number>()
    for (const turn of underWay.values()) counts.set(of(turn), (counts.get(of(turn)) ?? 0) + 1)
    return (one) => (counts.get(one) ?? 0) < atMost
  }

  function next(): Turn | null {
    if (underWay.size >= most.all) return null
    const mayReach = limit(most.host, ({ host }) => host)
    const mayHave = limit(most.user, ({ waiting }) => waiting.user)
    for (const [user, list] of lists) {
      if (!mayHave(user)) continue
      for (const turn of list.values()) {
        if (underWay.has(turn.key) || !mayReach(turn.host)) continue
        list.delete(turn.key)
        lists.delete(user)
        if (list.size) lists.set(user, list)
        return turn
      }
    }
    return null
  }

  function work(): void {
    for (let turn = next(); turn; turn = next()) {
      const { key, waiting } = turn
      underWay.set(key, turn)
      platform.jobs.run(() =>
        send(waiting).finally(() => {
          underWay.delete(key)
          work()
        }),
      )
    }
  }

  function put(waiting: Waiting, isLater: boolean): void {
    const turn = turnOf(waiting)
    const list = lists.get(waiting.user) ?? new Map<string, Turn>()
    if (isLater || !list.has(turn.key)) list.set(turn.key, turn)
    lists.set(waiting.user, list)
  }

  return {
    add(list) {
      for (const waiting of list) put(waiting, true)
      work()
    },
    again(waiting, ms) {
      platform.jobs.run(async () => {
        await pause(ms)
        put(waiting, false)
        work()
      })
    },
  }
}
