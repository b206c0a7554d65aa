/** Handles pushes without an open tab: an alert, the app's badge, and caching of the content. */
import { type Alert, type AlertPlace, alertTag, alertText, lookingLock, type WorkerMessage } from '#console/data/outbox/store/alert-text.ts'
import {
  chatTables,
  isMessage,
  maxMessages,
  putRooms,
  readCursor,
  replaceMessages,
  storeEvents,
  toEvent,
} from '#console/data/outbox/store/chat-cache.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { isHeld } from '#console/data/outbox/store/shared-lock.ts'
import { type Credentials, readCredentials, readLanguage, readPreferences, takeAlerts } from '#console/data/outbox/wire/credentials.ts'
import { isRow } from '#console/data/outbox/wire/verdict.ts'
import { chatEvents } from '#contract/chat/http-events.ts'
import { conversation } from '#contract/chat/messages.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { openConsoles } from './consoles.ts'
import { type RequestCall, requestWith } from './request.ts'
import { scope } from './scope.ts'

/** Caches the room of a push, so that it opens offline from the notification. */

/** Maximum pages of events; a device further behind is filled by the console. */
const maxPages = 20

/** Applies all events since the stored cursor, in order. False where the cache must be refilled. */
async function catchUp(db: OwnerDatabase, ask: RequestCall): Promise<boolean> {
  for (let page = 0; page < maxPages; page++) {
    const cursor = await readCursor(db)
    if (cursor === null) return false
    const response = await ask(chatEvents, { query: { cursor } })
    if (response.resync === true || !Array.isArray(response.events) || typeof response.cursor !== 'string') return false
    await storeEvents(
      db,
      response.events.flatMap((event: unknown) => toEvent(event) ?? []),
      response.cursor,
    )
    if (response.more !== true) return true
  }
  return true
}

async function readRoom(db: OwnerDatabase, ask: RequestCall, room: string): Promise<void> {
  const [{ data }, { messages }] = await Promise.all([
    ask(sectionCall(chatPlatform, 'one'), { params: { id: room } }),
    ask(conversation, { params: { id: room }, query: { limit: maxMessages } }),
  ])
  if (!isRow(data) || !Array.isArray(messages)) return
  await db.transaction('rw', chatTables(db), async () => {
    await putRooms(db, [data])
    await replaceMessages(db, room, messages.filter(isMessage))
  })
}

/** Rejects offline; the room then comes with the next push, or in the console. */
async function bringRoom(credentials: Credentials, room: string): Promise<void> {
  const db = new OwnerDatabase(credentials.owner)
  try {
    const ask = await requestWith(credentials)
    const isCurrent = await catchUp(db, ask)
    const cached = room === '' ? null : await db.rooms.get(room)
    // A stale room may have only this message, without earlier ones.
    if (room !== '' && (!isCurrent || !cached || cached.stale)) await readRoom(db, ask, room)
  } finally {
    db.close()
  }
}

/** Maximum message lines of an alert, newest last. */
const maxLines = 4

function isPayload(value: unknown): value is PushPayload {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'title' in value && 'body' in value)) return false
  return (
    ['message', 'question', 'lead', 'test'].some((kind) => kind === value.kind) &&
    typeof value.title === 'string' &&
    typeof value.body === 'string'
  )
}

/** Null for a foreign payload. */
export function readPayload(text: string | undefined): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPayload(value) ? value : null
  } catch {
    return null
  }
}

/** Unsubscribes after a push that nobody may see any more. */
async function unsubscribe(): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function show({ title, body, lang }: Alert, tag: string, data: Record<string, unknown>, lines = 1): Promise<void> {
  const shown = await scope.registration.getNotifications({ tag })
  const before = lines > 1 ? shown.flatMap((each) => each.body.split('\n')) : []
  await scope.registration.showNotification(title, {
    body: [...before, body].slice(-lines).join('\n'),
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data,
    ...(shown.length && { renotify: true }),
  })
}

async function setBadge(unread: number | undefined): Promise<void> {
  const { navigator } = scope
  if (unread === undefined || !('setAppBadge' in navigator)) return
  await navigator.setAppBadge(unread)
}

/** Self-test: shows the alert, and reports to every open console. */
async function confirmTest({ title, body }: PushPayload): Promise<void> {
  await show(alertText(title, body, 'text', await readLanguage()), 'push-test', {})
  for (const client of await openConsoles()) client.postMessage({ type: 'push-test' } satisfies WorkerMessage)
}

/** A visible console alerts of messages itself, and a viewed room gets no alert. */
async function alertOf(payload: PushPayload): Promise<void> {
  const { room = '', message, message_kind: kind = 'text', title, body } = payload
  const place: AlertPlace = payload.kind === 'question' || payload.kind === 'lead' ? payload.kind : 'room'
  const isSeen = place === 'room' && (await openConsoles()).some((client) => client.visibilityState === 'visible')
  if (isSeen || (await isHeld(lookingLock(room)))) return
  if (message && (await takeAlerts([message])).length === 0) return
  await show(alertText(title, body, kind, await readLanguage()), alertTag(room), { place, ref: room }, maxLines)
}

/** Never rejects: nobody could handle it. */
export async function handlePush(text: string | undefined): Promise<void> {
  const payload = readPayload(text)
  const [credentials, preferences] = await Promise.all([readCredentials(), readPreferences()])
  if (!credentials || !preferences.alerts) {
    await unsubscribe().catch(() => undefined)
    return
  }
  if (!payload) return
  if (payload.kind === 'test') return confirmTest(payload).catch(() => undefined)
  const brought = payload.kind === 'message' ? [bringRoom(credentials, payload.room ?? '')] : []
  await Promise.allSettled([alertOf(payload), setBadge(payload.unread), ...brought])
}
