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

/** By browser and room: of two alerts that wait for the same, the later one says everything. */
const keyOf = ({ subscription, payload }: Waiting) => `${subscription.endpoint} ${payload.room}`
const hostOf = ({ subscription }: Waiting) => new URL(subscription.endpoint).host

/** `send` never rejects. */
export function createPushQueue(platform: Platform, send: (waiting: Waiting) => Promise<void>): PushQueue {
  /** By user, whose turn is next first. */
  const waiting = new Map<number, Map<string, Waiting>>()
  const underWay = new Map<string, Waiting>()

  const busy = (same: (other: Waiting) => boolean) => [...underWay.values()].filter(same).length

  function next(): Waiting | null {
    for (const [user, list] of waiting) {
      if (busy((other) => other.user === user) >= most.user) continue
      for (const [key, one] of list) {
        if (underWay.has(key) || busy((other) => hostOf(other) === hostOf(one)) >= most.host) continue
        list.delete(key)
        waiting.delete(user)
        if (list.size) waiting.set(user, list)
        return one
      }
    }
    return null
  }

  function work(): void {
    for (let one = underWay.size < most.all ? next() : null; one; one = underWay.size < most.all ? next() : null) {
      const [key, taken] = [keyOf(one), one]
      underWay.set(key, taken)
      platform.jobs.run(() =>
        send(taken).finally(() => {
          underWay.delete(key)
          work()
        }),
      )
    }
  }

  const listOf = (user: number) => {
    const list = waiting.get(user) ?? new Map<string, Waiting>()
    waiting.set(user, list)
    return list
  }

  return {
    add(list) {
      for (const one of list) listOf(one.user).set(keyOf(one), one)
      work()
    },
    again(one, ms) {
      platform.jobs.run(async () => {
        await pause(ms)
        const list = listOf(one.user)
        if (!list.has(keyOf(one))) list.set(keyOf(one), one)
        work()
      })
    },
  }
}
