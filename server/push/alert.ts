/** Alerts of customers' messages, members' questions, new leads and WhatsApp's own news to browsers, even without a tab (docs/product/chat.md#alerts). */

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { PushPayload } from '#contract/chat/push.ts'
import type { Language } from '#contract/choices/languages.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { isListening, type Listener, readListeners, sees, unreadOf, unreadRooms } from './audience.ts'
import { createPushQueue, type PushQueue, type Waiting } from './queue.ts'
import { type Subscription, sendPush } from './send-push.ts'
import { subscriptionsChanged } from './subscriptions.ts'
import { vapidOf } from './vapid.ts'
import { isInSight } from './visible-consoles.ts'

/** Consecutive failures, and minimum days between first and last. */
const maxFailures = 10
const failingDays = 3
/** Milliseconds: while all pushes fail, our own network is down. */
const provenForMs = 3_600_000

const provenAt = new WeakMap<Platform, number>()

const named = ({ endpoint }: Subscription) => eq(pushSubscriptions.endpoint, endpoint)

/** Unreachable browsers: removed at once if the push service says so, else after days of failures. */
async function forget(platform: Platform, subscription: Subscription): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await tx.delete(pushSubscriptions).where(named(subscription))
    await subscriptionsChanged(platform, tx)
  })
}

async function noteTaken(platform: Platform, subscription: Subscription): Promise<void> {
  provenAt.set(platform, Date.now())
  if (subscription.failures)
    await platform.database.db
      .update(pushSubscriptions)
      .set({ failures: 0, failing_since: null })
      .where(and(named(subscription), gt(pushSubscriptions.failures, 0)))
  if (subscription.unconfirmed_since) return
  const now = new Date().toISOString()
  // Of the cached one, so that a burst writes once.
  subscription.unconfirmed_since = now
  await platform.database.db
    .update(pushSubscriptions)
    .set({ unconfirmed_since: now })
    .where(and(named(subscription), isNull(pushSubscriptions.unconfirmed_since)))
}

async function noteFailed(platform: Platform, subscription: Subscription): Promise<void> {
  const [now] = await platform.database.db
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1`, failing_since: sql`coalesce(${pushSubscriptions.failing_since}, now())` })
    .where(named(subscription))
    .returning({
      failures: pushSubscriptions.failures,
      isLong: sql<boolean>`${pushSubscriptions.failing_since} < now() - make_interval(days => ${failingDays})`,
    })
  const isProven = Date.now() - (provenAt.get(platform) ?? 0) < provenForMs
  if (now?.isLong && now.failures >= maxFailures && isProven) await forget(platform, subscription)
}

export interface AlertMessage {
  /** Ref of the room. */
  room: string
  /** Staff's name of the customer. */
  title: string
  /** Ref of the message. */
  message: string
  kind: MessageKind
  /** '' for a message without words; the device translates its kind. */
  text: string
  /** Salesperson; 0 is unassigned. */
  sales: number
}

export interface AlertQuestion extends Pick<AlertMessage, 'message' | 'kind' | 'text'> {
  /** Ref of the chat. */
  chat: string
  /** Member and stock. */
  title: string
  /** Assignee of the chat; null alerts all who answer. */
  person: number | null
}

export interface AlertLead {
  /** Ref of the lead. */
  lead: string
  /** Ref of the form, for one alert of each. */
  form: string
  title: string
  text: string
  /** Salesperson; 0 is unassigned. */
  sales: number
}

export interface AlertChannel {
  /** UUID of the event: one alert on each device, however often it is sent. */
  ref: string
  title: string
  textIn: (language: Language) => string
}

export interface AlertBroadcast {
  /** Ref of the broadcast. */
  ref: string
  /** Name of its template. */
  title: string
  /** Who began it. */
  user: number
}

const attempts = 3
const firstWait = 1_000
const maxWaitMs = 10_000

const queues = new WeakMap<Platform, PushQueue>()

const passes = (status: number) => status === 0 || status === 429 || status >= 500

/** Checked right before each attempt, because the person may have signed out while waiting. */
async function send(platform: Platform, queue: PushQueue, waiting: Waiting): Promise<void> {
  const { user, subscription } = waiting
  if (!(await isListening(platform, user, subscription))) return
  const attempt = waiting.attempts + 1
  const { status, wait } = await sendPush(platform.settings, await vapidOf(platform), subscription, waiting.payload)
  if (status >= 200 && status < 300) return noteTaken(platform, subscription)
  if (status === 404 || status === 410) return forget(platform, subscription)
  if (passes(status) && attempt < attempts && !platform.background.stopping) {
    queue.again({ ...waiting, attempts: attempt }, Math.min(maxWaitMs, Math.max(wait, firstWait * 4 ** (attempt - 1))))
    return
  }
  platform.log.warn({ status, host: new URL(subscription.endpoint).host, attempt }, 'a push was not taken')
  if (status !== 429) await noteFailed(platform, subscription)
}

function queueOf(platform: Platform): PushQueue {
  const known = queues.get(platform)
  if (known) return known
  const made: PushQueue = createPushQueue(platform, (waiting) =>
    send(platform, made, waiting).catch((error: unknown) => platform.log.error({ err: error }, 'a push failed')),
  )
  queues.set(platform, made)
  return made
}

const toEachBrowser = ({ user, subscriptions }: Listener, payload: PushPayload): Waiting[] =>
  subscriptions.map((subscription) => ({ user, subscription, payload, attempts: 0 }))

/**
 * Alerts everybody who may see these rooms and enabled alerts, but for devices whose console is in sight and tells it by itself. Call it
 * after the commit, as background work: it reads the database. `since`: milliseconds, before a console could know of the messages. Resolves
 * when the pushes have started, or nobody waits for a console.
 */
export async function alertMessages(platform: Platform, list: readonly AlertMessage[], since = Date.now()): Promise<void> {
  const listeners = list.length ? await readListeners(platform) : []
  if (!listeners.length) return
  const latest = new Map(list.map((message) => [message.room, message]))
  const unread = await unreadRooms(platform)
  const waiting: Waiting[] = []
  for (const { room, message, kind, title, text, sales } of latest.values())
    for (const listener of listeners) {
      if (!listener.hears.chats || !sees(listener, sales)) continue
      const payload: PushPayload = {
        kind: 'message',
        room,
        message,
        message_kind: kind,
        title,
        body: text,
        unread: unreadOf(listener, unread),
      }
      waiting.push(...toEachBrowser(listener, payload))
    }
  await addUnlessInSight(platform, waiting, since)
}

/** Of consoles that are not in sight at once; the others have a moment to say that they still run. */
async function addUnlessInSight(platform: Platform, waiting: readonly Waiting[], since: number): Promise<void> {
  const queue = queueOf(platform)
  await Promise.all(
    waiting.map(async (each) => {
      if (!(await isInSight(platform, each.subscription.jti ?? '', since))) queue.add([each])
    }),
  )
}

/** Alerts a member's answerers. Call it after the commit, as background work. */
export async function alertQuestion(platform: Platform, { chat, message, kind, title, text, person }: AlertQuestion): Promise<void> {
  const payload: PushPayload = { kind: 'question', room: chat, message, message_kind: kind, title, body: text }
  const listeners = await readListeners(platform)
  const theirs = listeners.filter(({ user, hears }) => hears.questions && (person === null || user === person))
  queueOf(platform).add(theirs.flatMap((listener) => toEachBrowser(listener, payload)))
}

/** Alerts the lead's salesperson of a form that came in, or everybody who sees an unassigned lead. Call it after the commit. */
export async function alertLead(platform: Platform, { lead, form, title, text, sales }: AlertLead): Promise<void> {
  const payload: PushPayload = { kind: 'lead', room: lead, message: form, message_kind: 'text', title, body: text }
  const listeners = await readListeners(platform)
  const theirs = listeners.filter(({ user, hears }) => hears.chats && (sales === 0 || user === sales))
  queueOf(platform).add(theirs.flatMap((listener) => toEachBrowser(listener, payload)))
}

/** Alerts everybody who may set up WhatsApp, in their language. */
export async function alertChannel(platform: Platform, { ref, title, textIn }: AlertChannel): Promise<void> {
  const listeners = await readListeners(platform)
  const theirs = listeners.filter(({ hears }) => hears.setup)
  const payloadOf = (language: Language): PushPayload => ({
    kind: 'channel',
    room: ref,
    message: ref,
    message_kind: 'text',
    title,
    body: textIn(language),
  })
  queueOf(platform).add(theirs.flatMap((listener) => toEachBrowser(listener, payloadOf(listener.language))))
}

/** Alerts the sender of a broadcast that is held, and those who may set up WhatsApp. Call it after the commit. */
export async function alertBroadcast(platform: Platform, { ref, title, user }: AlertBroadcast): Promise<void> {
  const payload: PushPayload = { kind: 'broadcast', room: ref, message_kind: 'text', title, body: '' }
  const listeners = await readListeners(platform)
  const theirs = listeners.filter((listener) => listener.user === user || listener.hears.setup)
  queueOf(platform).add(theirs.flatMap((listener) => toEachBrowser(listener, payload)))
}
