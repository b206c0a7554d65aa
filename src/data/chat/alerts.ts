/**
 * Alerts for customers' messages (docs/product/chat.md#alerts): with all tabs closed by push, otherwise by a desktop notification, a sound
 * and an optional voice. Failures are only logged.
 */
import type { ChatEvent } from '#contract/chat/events.ts'
import { alertPermission } from '#contract/chat/push.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { sessionStore } from '../api/session.ts'
import { speak } from '../api/speech.ts'
import { findInstallMenu } from '../base/browser.ts'
import { newTabStore, notificationStore, setNotifications } from '../base/device-preferences.ts'
import { postMessage } from '../base/messages.ts'
import { isResting, onRest, onWake } from '../base/page-life.ts'
import { serverNow } from '../base/server-clock.ts'
import { unreadStore } from '../base/unread-store.ts'
import { isVisible } from '../base/visible.ts'
import {
  type Alert,
  type AlertData,
  type AlertPlace,
  alertAddress,
  alertButtons,
  alertingLock,
  alertScreen,
  alertTag,
  alertText,
  isAlertPlace,
  lookingLock,
} from '../outbox/store/alert-text.ts'
import { isGone } from '../outbox/store/chat-cache.ts'
import { holdLock, isHeld } from '../outbox/store/shared-lock.ts'
import { takeAlerts, writeLanguage, writePreferences } from '../outbox/wire/credentials.ts'
import { debounced } from './debounced.ts'
import { onChatEvent } from './events.ts'
import { log } from './log.ts'
import { isRoomRow, roomsStore } from './memory.ts'
import { confirmPush, followSubscription, type PushProblem, supportsPush } from './push-subscription.ts'
import { createRinger } from './ringer.ts'
import { nameOf } from './room-name.ts'
import { isWriter } from './running.ts'
import { socketStore } from './socket.ts'

/** Desktop notifications while a tab is open; one per room. */

/** Milliseconds within which messages share a notification, which waits at most `notifyMostMs` (docs/product/chat.md#alerts). */
const notifyMs = 300
const notifyMaxMs = 1_500
/** After a gap many rooms may be new: only the newest are shown. */
const maxConcurrent = 5

interface Waiting {
  text: Alert
  /** Refs of its messages, the newest last. */
  messages: readonly string[]
}

/** What the worker may answer without a console (sw/answer-alert.ts): a server of the base contract knows no such retries. */
const mayAnswer = (): boolean => {
  const { session } = sessionStore.get()
  return session !== null && !session.plain && session.permissions.includes('update crm')
}

function answerOf(message: string): Pick<AlertData, 'answer'> {
  const owner = sessionStore.get().session?.user.ref
  return owner !== undefined && mayAnswer() ? { answer: { owner, message } } : {}
}

async function show(room: string, { text, messages }: Waiting, onClick: (room: string) => void): Promise<void> {
  if (Notification.permission !== 'granted') return
  // If storage fails, alerting twice beats never.
  const fresh = await takeAlerts(messages).catch(() => messages)
  const newest = messages.at(-1) ?? ''
  if (!fresh.includes(newest)) return
  const { title, ...words } = text
  const data: AlertData = { place: 'room', ref: room, ...answerOf(newest) }
  const options = { ...words, tag: alertTag(room), icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) {
    const shown = await registration.getNotifications({ tag: options.tag })
    const actions = data.answer ? alertButtons(text.lang) : []
    await registration.showNotification(title, {
      ...options,
      ...(actions.length && { actions }),
      ...(shown.length && { renotify: true }),
    })
    return
  }
  const made = new Notification(title, options)
  made.onclick = () => {
    window.focus()
    made.close()
    onClick(room)
  }
}

interface DesktopAlerts {
  /** `message`: a ref. */
  show: (room: string, message: string, text: Alert) => void
}

/** `onClick` is called for clicks where there is no worker. */
function createDesktopAlerts(onClick: (room: string) => void): DesktopAlerts {
  const waiting = new Map<string, Waiting>()

  function flush(): void {
    const newest = [...waiting].slice(-maxConcurrent)
    waiting.clear()
    for (const [room, each] of newest) void show(room, each, onClick).catch(log)
  }

  const flushSoon = debounced(flush, notifyMs, notifyMaxMs)
  return {
    show(room, message, text) {
      if (!('Notification' in globalThis)) return
      const messages = [...(waiting.get(room)?.messages ?? []), message]
      waiting.delete(room)
      waiting.set(room, { text, messages })
      flushSoon()
    },
  }
}

export { type AlertStep, runSelfTest } from './self-test.ts'

/** Milliseconds from click on a notification to room (docs/product/chat.md#alerts). */
export const clickDelayMs = 700
/** Milliseconds after the first connection in which earlier messages come without alerts: those were alerted by push. */
export const quietMs = 1_000

let lookedAt: string | null = null
let held: { room: string; release: () => void } | null = null

function hold(): void {
  const room = isVisible() && !isResting() ? lookedAt : null
  if (room === (held?.room ?? null)) return
  held?.release()
  held = room === null ? null : { room, release: holdLock(lookingLock(room)) }
}

/** Closes the alerts of one room, or all. */
async function closeShown(room?: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications(room === undefined ? {} : { tag: alertTag(room) })) ?? []
  for (const each of shown) if (each.tag.startsWith(alertTag(''))) each.close()
}

/** Milliseconds in which a push of a message that is in sight may still come; some workers find no page that they could ask. */
const latePushMs = 10_000

/** Of the room that a person looks at here, if any. */
function closeInSight(): void {
  if (lookedAt !== null && isVisible()) void closeShown(lookedAt).catch(log)
}

/** Sets the viewed room or chat about a stock: no alerts for it while the page is visible, and earlier ones are closed. */
export function openRoom(ref: string | null): void {
  if (ref !== null) void closeShown(ref).catch(log)
  if (ref === lookedAt) return
  lookedAt = ref
  hold()
}

/** The router handles it like other history steps. */
function showAlerted(place: AlertPlace, ref: string): void {
  history.pushState(null, '', alertAddress(place, ref))
}

const holdsAlerts = (): boolean => sessionStore.get().session?.permissions.includes(alertPermission) ?? false

const quiet = async (room: string): Promise<boolean> => (room === lookedAt && isVisible()) || (await isHeld(lookingLock(room)))

/** Alerts of events in one tab while the console is open; keeps the subscription as preferred. */
function follow(): void {
  const desktop = createDesktopAlerts((room) => setTimeout(() => showAlerted('room', room), clickDelayMs))
  const ring = createRinger()
  let isQuiet = true
  /** By the server's clock. */
  let connectedAt: number | null = null
  let release: (() => void) | null = null
  const followConnection = () => {
    const isConnected = socketStore.get().phase === 'connected'
    if (isConnected && connectedAt === null) {
      connectedAt = serverNow()
      setTimeout(() => {
        isQuiet = false
      }, quietMs)
    }
    if (isConnected === (release !== null)) return
    release?.()
    release = isConnected ? holdLock(alertingLock) : null
  }
  socketStore.subscribe(followConnection)
  followConnection()

  async function alert({ data, detail_chat }: ChatEvent): Promise<void> {
    if (isGone(data) || !isRoomRow(data) || !detail_chat || detail_chat.is_admin) return
    const { ref, content, kind, created_at } = detail_chat
    const isEarlier = connectedAt === null || Date.parse(created_at) < connectedAt
    if ((isQuiet && isEarlier) || !sessionStore.get().session) return
    if (data.ref === lookedAt) setTimeout(closeInSight, latePushMs)
    const text = alertText(nameOf(data), content, kind, document.documentElement.lang)
    // For people elsewhere in the console; the inbox shows it by itself.
    if (isVisible() && location.pathname !== alertScreen('room'))
      postMessage({ kind: 'info', text: text.title, lines: [text.body], room: data.ref })
    if (!holdsAlerts() || !isWriter()) return
    speak(`${text.title}. ${text.body}`)
    if (!notificationStore.get() || (await quiet(data.ref))) return
    desktop.show(data.ref, ref, text)
    ring()
  }

  onChatEvent((event) => {
    if (event.listener === 'incoming_message') void alert(event).catch(log)
  })
}

function showUnread(): void {
  const unread = [...roomsStore.get().rooms.values()].filter((room) => room.unread > 0 || room.mark_as_unread).length
  unreadStore.set(unread)
  if (!isWriter() || !('setAppBadge' in navigator)) return
  void navigator.setAppBadge(unread).catch(log)
}

function storePreferences(): void {
  const preferences = { alerts: notificationStore.get() && holdsAlerts(), newTab: newTabStore.get(), mayAnswer: mayAnswer() }
  void Promise.all([writePreferences(preferences), writeLanguage(document.documentElement.lang)]).catch(log)
}

/** Closes alerts with the session, so that others do not see them. */
function closeWithSession(): void {
  const { status, session } = sessionStore.get()
  if (status === 'checking' || session) return
  void closeShown().catch(log)
  unreadStore.set(0)
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(log)
}

let started = false

/** Called once the first screen is idle; further calls do nothing. */
export function startAlerts(): void {
  if (started) return
  started = true
  follow()
  followSubscription(holdsAlerts)
  storePreferences()
  notificationStore.subscribe(storePreferences)
  newTabStore.subscribe(storePreferences)
  sessionStore.subscribe(storePreferences)
  sessionStore.subscribe(closeWithSession)
  let unread = setTimeout(showUnread, 0)
  roomsStore.subscribe(() => {
    clearTimeout(unread)
    unread = setTimeout(showUnread, 1_000)
  })
  onWake(() => {
    hold()
    closeInSight()
  })
  onRest(() => {
    hold()
    // The language may have changed.
    storePreferences()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return
    if (data.type === 'outbox-grew') void import('../writes/start.ts').then(({ wakeOutbox }) => wakeOutbox()).catch(log)
    // The worker has to show it where silence ends the subscription; only a page that runs knows what is in sight.
    if (data.type === 'alert-shown' && typeof data.ref === 'string' && data.ref === lookedAt && isVisible())
      void closeShown(data.ref).catch(log)
    if (data.type !== 'open-alert' || !isAlertPlace(data.place) || typeof data.ref !== 'string') return
    const { place, ref } = data
    setTimeout(() => showAlerted(place, ref), clickDelayMs)
  })
}

/**
 * Requests permission and enables alerts: 'confirmed' once the push service and the server have this browser, else why not. 'install': an
 * iPhone or iPad outside the installed app.
 */
export async function enableAlerts(): Promise<'confirmed' | 'install' | PushProblem> {
  if (!supportsPush()) return findInstallMenu() === 'share' ? 'install' : 'unsupported'
  startAlerts()
  return (await setNotifications(true)) ? confirmPush() : 'denied'
}
