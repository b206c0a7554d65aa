/** Handles pushes without an open tab: an alert, the app's badge, and caching of the content. */
import {
  type Alert,
  type AlertButton,
  type AlertData,
  type AlertPlace,
  alertButtons,
  alertingLock,
  alertTag,
  alertText,
  directionOfText,
  lookingLock,
  type WorkerMessage,
} from '#console/data/outbox/store/alert-text.ts'
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
import {
  type Credentials,
  readCredentials,
  readLanguage,
  readPreferences,
  takeAlerts,
  type WorkerPreferences,
} from '#console/data/outbox/wire/credentials.ts'
import { isRow } from '#console/data/outbox/wire/verdict.ts'
import { within } from '#console/data/outbox/wire/within.ts'
import { chatEvents } from '#contract/chat/http-events.ts'
import { conversation } from '#contract/chat/messages.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { heldText } from './broadcast-text.ts'
import { confirmReceipt } from './confirm-receipt.ts'
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
  const [{ data }, { messages, older }] = await Promise.all([
    ask(sectionCall(chatPlatform, 'one'), { params: { id: room } }),
    ask(conversation, { params: { id: room }, query: { limit: maxMessages } }),
  ])
  if (!isRow(data) || !Array.isArray(messages)) return
  await db.transaction('rw', chatTables(db), async () => {
    await putRooms(db, [data])
    await replaceMessages(db, room, { messages: messages.filter(isMessage), older: older !== false })
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
    ['message', 'question', 'lead', 'channel', 'broadcast', 'test'].some((kind) => kind === value.kind) &&
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

/** Milliseconds for the small store of the worker, which a phone that just woke may leave without an answer. */
const storeMs = 1_500

/**
 * Whether this browser lets a push show nothing while a console is visible. All others end the subscription after a few such pushes, and say
 * so to nobody (decision 97); Chromium and Firefox on an iPhone are Safari, and call themselves CriOS and FxiOS.
 */
export const forgivesSilence = (userAgent: string): boolean => /(Chrome|Chromium|Firefox)\/\d/.test(userAgent)

const shownWith = (tag: string) => scope.registration.getNotifications({ tag }).catch((): Notification[] => [])

interface Showing {
  data: Partial<AlertData>
  /** Lines that its body keeps of the alert that it takes the place of. */
  lines?: number
  buttons?: readonly AlertButton[]
}

async function show({ title, body, lang }: Alert, tag: string, { data, lines = 1, buttons = [] }: Showing): Promise<void> {
  const shown = await shownWith(tag)
  const before = lines > 1 ? shown.flatMap((each) => each.body.split('\n')) : []
  const text = [...before, body].slice(-lines).join('\n')
  await scope.registration.showNotification(title, {
    body: text,
    lang,
    dir: directionOfText(text, lang),
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data,
    ...(buttons.length && { actions: buttons }),
    ...(shown.length && { renotify: true }),
  })
}

/** For a push that has nothing to say to anybody: shown, because the browser demands it, and closed at once. */
async function showNothing(): Promise<void> {
  await scope.registration.showNotification('Lapangan', { tag: 'nothing', silent: true })
  for (const each of await shownWith('nothing')) each.close()
}

/** The same message once more: what stands is shown again without a sound, and what was dismissed does not come back. */
async function showAgain(tag: string, buttons: readonly AlertButton[]): Promise<void> {
  const [shown] = await shownWith(tag)
  if (!shown) return showNothing()
  const { title, body, lang, dir, data } = shown
  const actions = buttons.length > 0 && { actions: buttons }
  await scope.registration.showNotification(title, {
    body,
    lang,
    dir,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data,
    ...actions,
    silent: true,
  })
}

/** Unsubscribes after a push that nobody may see any more. */
async function unsubscribe(): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function setBadge(unread: number | undefined): Promise<void> {
  const { navigator } = scope
  if (unread === undefined || !('setAppBadge' in navigator)) return
  await navigator.setAppBadge(unread)
}

const language = () => within(storeMs, readLanguage()).catch(() => '')

/** Whether an open console is looked at, as the browser says; a suspended one may still be called visible. */
const isConsoleVisible = async () => (await openConsoles()).some((client) => client.visibilityState === 'visible')

async function notifyConsoles(message: WorkerMessage): Promise<void> {
  for (const client of await openConsoles()) client.postMessage(message)
}

/** Self-test: shows the alert, and reports to every open console. */
async function confirmTest({ title, body }: PushPayload): Promise<void> {
  await show(alertText(title, body, 'text', await language()), 'push-test', { data: {} })
  await notifyConsoles({ type: 'push-test' })
}

interface Reader {
  owner: string
  mayAnswer: boolean
}

const placeOf = ({ kind }: PushPayload): AlertPlace => (kind === 'message' || kind === 'test' ? 'room' : kind)

/** A visible console that receives messages alerts of them itself, and a viewed room gets no alert; where something has to be shown, the console closes it. */
async function alertOf(payload: PushPayload, { owner, mayAnswer }: Reader): Promise<void> {
  const { room = '', message, message_kind: kind = 'text', title, body } = payload
  const place = placeOf(payload)
  const isAlerted = place === 'room' && (await isConsoleVisible()) && (await isHeld(alertingLock))
  const isSeen = isAlerted || (await isHeld(lookingLock(room)))
  if (isSeen && forgivesSilence(navigator.userAgent)) return
  const fresh = message ? await within(storeMs, takeAlerts([message])).catch(() => [message]) : [room]
  const tag = alertTag(room)
  const lang = await language()
  const answers = place === 'room' && mayAnswer && message !== undefined
  const buttons = answers ? alertButtons(lang) : []
  if (fresh.length === 0) return showAgain(tag, buttons)
  const data: AlertData = { place, ref: room, ...(answers && { answer: { owner, message } }) }
  const text = place === 'broadcast' ? heldText(title, lang) : alertText(title, body, kind, lang)
  await show(text, tag, { data, lines: maxLines, buttons })
  await notifyConsoles({ type: 'alert-shown', ref: room })
}

/** The store says nothing: nobody knows whose alert it is, so it names nobody. */
async function showUnknown(payload: PushPayload): Promise<void> {
  const { room = '' } = payload
  const place = placeOf(payload)
  await show(alertText('Lapangan', null, 'text', ''), alertTag(room), { data: { place, ref: room } })
}

/** Shows something for every push where the browser demands it. Never rejects: nobody could handle it. */
export async function handlePush(text: string | undefined): Promise<void> {
  const payload = readPayload(text)
  const known = await within(storeMs, Promise.all([readCredentials(), readPreferences()])).catch(() => null)
  if (known && payload && known[0] && known[1].alerts) return heed(payload, known[0], known[1])
  if (!known && payload) return showUnknown(payload).catch(() => undefined)
  const mayBeSilent = forgivesSilence(navigator.userAgent) && (await isConsoleVisible().catch(() => false))
  if (!mayBeSilent) await showNothing().catch(() => undefined)
  if (known && !(known[0] && known[1].alerts)) await unsubscribe().catch(() => undefined)
}

async function heed(payload: PushPayload, credentials: Credentials, { mayAnswer = false }: WorkerPreferences): Promise<void> {
  const shown = payload.kind === 'test' ? confirmTest(payload) : alertOf(payload, { owner: credentials.owner, mayAnswer })
  const brought = payload.kind === 'message' ? [bringRoom(credentials, payload.room ?? '')] : []
  await Promise.allSettled([shown, setBadge(payload.unread), confirmReceipt(credentials), ...brought])
}
