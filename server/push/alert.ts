/** Alerts of customers' messages to browsers, though every tab is closed (part-2 section 8, notifications). */
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { MessageKind } from '#contract/chat/messages.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { pushSubscriptions } from '#server/db/chat.ts'
import type { Platform } from '#server/platform/context.ts'
import { isListening, type Listener, readListeners, sees, subscriptionsChanged, unreadRooms } from './audience.ts'
import { type Subscription, sendPush } from './send-push.ts'
import { type Vapid, vapidOf } from './vapid.ts'

export interface AlertMessage {
  /** Ref of the room. */
  room: string
  /** The customer's name, as people here have it. */
  title: string
  /** Ref of the message. */
  message: string
  kind: MessageKind
  /** '' where the message has no words; its kind is named on the device, in the person's language. */
  text: string
  /** Whose room it is, 0 for nobody's. */
  sales: number
}

/** Pushes on their way at the same time. */
const mostAtOnce = 20
const attempts = 3
const firstWait = 1_000
const longestWait = 10_000

interface Waiting {
  user: number
  subscription: Subscription
  payload: PushPayload
}

interface Queue {
  /** By browser and room: of two alerts that wait for the same, the later one says everything. */
  waiting: Map<string, Waiting>
  sending: number
}

const queues = new WeakMap<Platform, Queue>()

async function prune(platform: Platform, { endpoint }: Subscription): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
    await subscriptionsChanged(platform, tx)
  })
}

const passes = (status: number) => status === 0 || status === 429 || status >= 500

/** Waiting takes time, in which somebody may sign out: it is looked at again right before each attempt. */
async function send(platform: Platform, vapid: Vapid, { user, subscription, payload }: Waiting): Promise<void> {
  for (let attempt = 1; await isListening(platform, user, subscription); attempt++) {
    const { status, wait } = await sendPush(platform.settings, vapid, subscription, payload)
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 410) return prune(platform, subscription)
    if (!passes(status) || attempt === attempts || platform.jobs.stopping) {
      platform.log.warn({ status, host: new URL(subscription.endpoint).host, attempt }, 'a push was not taken')
      return
    }
    await pause(Math.min(longestWait, Math.max(wait, firstWait * 4 ** (attempt - 1))))
  }
}

async function work(platform: Platform, queue: Queue): Promise<void> {
  const vapid = await vapidOf(platform)
  for (let next = queue.waiting.entries().next(); !next.done; next = queue.waiting.entries().next()) {
    const [key, waiting] = next.value
    queue.waiting.delete(key)
    await send(platform, vapid, waiting).catch((error: unknown) => platform.log.error({ err: error }, 'a push failed'))
  }
}

function enqueue(platform: Platform, list: readonly Waiting[]): void {
  const queue = queues.get(platform) ?? { waiting: new Map(), sending: 0 }
  queues.set(platform, queue)
  for (const waiting of list) queue.waiting.set(`${waiting.subscription.endpoint} ${waiting.payload.room}`, waiting)
  for (let free = Math.min(mostAtOnce - queue.sending, queue.waiting.size); free > 0; free--) {
    queue.sending += 1
    platform.jobs.run(() =>
      work(platform, queue).finally(() => {
        queue.sending -= 1
      }),
    )
  }
}

function unreadOf(listener: Listener, unread: ReadonlyMap<number, number>): number {
  return [...unread].reduce((sum, [sales, count]) => (sees(listener, sales) ? sum + count : sum), 0)
}

/**
 * Alerts everybody who may see these rooms and wants to know. Whether a room is being looked at is for each device to say
 * (sw/push.ts): here nobody can tell a phone in a hand from one that lost its line. Call it after the commit, as a job: it
 * reads the database. Resolves when the pushes are under way; they are jobs of their own.
 */
export async function alertMessages(platform: Platform, list: readonly AlertMessage[]): Promise<void> {
  const listeners = list.length ? await readListeners(platform) : []
  if (!listeners.length) return
  const latest = new Map(list.map((message) => [message.room, message]))
  const unread = await unreadRooms(platform)
  const waiting: Waiting[] = []
  for (const { room, message, kind, title, text, sales } of latest.values())
    for (const listener of listeners) {
      if (!sees(listener, sales)) continue
      const payload: PushPayload = {
        kind: 'message',
        room,
        message,
        message_kind: kind,
        title,
        body: text,
        unread: unreadOf(listener, unread),
      }
      waiting.push(...listener.subscriptions.map((subscription) => ({ user: listener.user, subscription, payload })))
    }
  enqueue(platform, waiting)
}
