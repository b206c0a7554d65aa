/** Receivers of alerts, cached until subscriptions, sessions, users or roles change. */
import { and, eq, not, sql } from 'drizzle-orm'
import { alertPermission } from '#contract/chat/push.ts'
import { isLanguage, type Language } from '#contract/choices/languages.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { mayAnswer } from '#contract/sections/stock/tanya-saham.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { roomReads, rooms } from '#server/db/tables/chat.ts'
import { users } from '#server/db/tables/people.ts'
import { sessions } from '#server/db/tables/platform.ts'
import { ownMark, ownUnread } from '#server/people/room-reads.ts'
import { loadUser } from '#server/platform/auth/people.ts'
import { isAlive } from '#server/platform/auth/sessions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { Subscription } from './send-push.ts'
import { subscriptionChannel } from './subscriptions.ts'

/** Session expiry sends no notification. */
const cacheMs = 60_000

export interface Listener {
  user: number
  /** Limited to own and unassigned rooms. */
  isSales: boolean
  /** Kinds of alerts received. */
  hears: { chats: boolean; questions: boolean; setup: boolean }
  language: Language
  subscriptions: Subscription[]
}

interface AudienceCache {
  listeners: Promise<Listener[]> | null
  until: number
}

const cached = new WeakMap<Platform, AudienceCache>()

async function loadListeners({ database: { db }, settings }: Platform): Promise<Listener[]> {
  const live = await db
    .select({
      user: pushSubscriptions.user_id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      failures: pushSubscriptions.failures,
      jti: pushSubscriptions.jti,
      unconfirmed_since: pushSubscriptions.unconfirmed_since,
      language: users.language,
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.user_id))
    .innerJoin(sessions, eq(sql`${sessions.jti}::text`, pushSubscriptions.jti))
    .where(isAlive(settings))
  const listeners: Listener[] = []
  for (const id of new Set(live.map(({ user }) => user))) {
    const subscriptions = live.filter((one) => one.user === id)
    const [{ language } = { language: null }] = subscriptions
    const user = await loadUser(db, id)
    if (!user?.permissions.has(alertPermission)) continue
    const has = (permission: Permission) => user.permissions.has(permission)
    const hears = {
      chats: has('get crm') || has('get assign-sales'),
      questions: has('get stock') && mayAnswer.some(has),
      setup: has('update whatsapp-number'),
    }
    if (!Object.values(hears).includes(true)) continue
    listeners.push({ user: id, isSales: user.isSales, hears, language: isLanguage(language) ? language : 'en', subscriptions })
  }
  return listeners
}

/** Called at start, before any alert. */
export async function startAudience(platform: Platform): Promise<void> {
  const state: AudienceCache = { listeners: null, until: 0 }
  cached.set(platform, state)
  const forget = () => {
    state.listeners = null
  }
  await platform.database.listen('people', forget)
  await platform.database.listen(subscriptionChannel, forget)
}

/** Returns all receivers with browsers of their live sessions. */
export async function readListeners(platform: Platform): Promise<Listener[]> {
  const state = cached.get(platform)
  // Without a change listener there is no cache.
  if (!state) return loadListeners(platform)
  if (!state.listeners || state.until < Date.now()) {
    const listeners = loadListeners(platform)
    state.listeners = listeners
    state.until = Date.now() + cacheMs
    listeners.catch(() => {
      if (state.listeners === listeners) state.listeners = null
    })
  }
  return state.listeners
}

/** Returns whether a browser still alerts this person: not after sign-out, or another person's sign-in. */
export async function isListening(platform: Platform, user: number, { endpoint }: Subscription): Promise<boolean> {
  const listener = (await readListeners(platform)).find((one) => one.user === user)
  return listener?.subscriptions.some((one) => one.endpoint === endpoint) ?? false
}

/** Returns whether a room of this salesperson, 0 for none, is visible. */
export function sees({ user, isSales }: Pick<Listener, 'user' | 'isSales'>, sales: number): boolean {
  return !isSales || sales === 0 || sales === user
}

const isUnread = sql`(${rooms.unread} > 0 or ${rooms.mark_as_unread})`
const salesOf = sql<number>`coalesce(${rooms.assignee_sales}, 0)`.mapWith(Number)
const many = sql<number>`count(*)`.mapWith(Number)

/** Unread rooms by salesperson, 0 for unassigned; and those that others have read. */
export interface UnreadRooms {
  rooms: ReadonlyMap<number, number>
  read: readonly { user: number; sales: number; count: number }[]
}

export async function unreadRooms({ database: { db } }: Platform): Promise<UnreadRooms> {
  const all = await db.select({ sales: salesOf, count: many }).from(rooms).where(isUnread).groupBy(sql`1`)
  const read = await db
    .select({ user: roomReads.user_id, sales: salesOf, count: many })
    .from(roomReads)
    .innerJoin(rooms, eq(rooms.id, roomReads.room))
    .where(and(isUnread, eq(ownUnread, 0), not(ownMark)))
    .groupBy(sql`1, 2`)
  return { rooms: new Map(all.map(({ sales, count }) => [sales, count])), read }
}

/** Returns this person's number of unread rooms. */
export function unreadOf(listener: Pick<Listener, 'user' | 'isSales'>, { rooms: roomsBySales, read }: UnreadRooms): number {
  const all = [...roomsBySales].reduce((sum, [sales, count]) => (sees(listener, sales) ? sum + count : sum), 0)
  return read.reduce((sum, { user, sales, count }) => (user === listener.user && sees(listener, sales) ? sum - count : sum), all)
}
