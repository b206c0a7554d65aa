/**
 * Alerts for customers' messages (docs/product/chat.md#alerts): with every tab closed by push, with one open by a notification
 * of the desktop, a sound and, where a person wants it, a voice. Nothing that fails here is shown; it is only logged.
 */
import type { ChatEvent } from '#contract/chat/events.ts'
import { alertPermission } from '#contract/chat/push.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { sessionStore } from '../api/session.ts'
import { speak } from '../api/speech.ts'
import { newTabStore, notificationStore, setNotifications } from '../base/device-preferences.ts'
import { isVisible } from '../base/visible.ts'
import { type AlertPlace, alertAddress, alertTag, alertText, isAlertPlace, lookingLock } from '../outbox/store/alert-text.ts'
import { isGone } from '../outbox/store/chat-cache.ts'
import { holdLock, isHeld } from '../outbox/store/shared-lock.ts'
import { writeLanguage, writePreferences } from '../outbox/wire/credentials.ts'
import { createDesktopAlerts } from './desktop-alert.ts'
import { onChatEvent } from './events.ts'
import { log } from './log.ts'
import { isRoomRow, roomsStore } from './memory.ts'
import { followSubscription, supportsPush } from './push-subscription.ts'
import { createRinger } from './ringer.ts'
import { isWriter } from './running.ts'
import { socketStore } from './socket.ts'

export { type AlertStep, runSelfTest } from './self-test.ts'

/** Between a click on a desktop notification and the room (docs/product/chat.md#alerts). */
export const clickDelayMs = 700
/** What came while the console was closed was alerted then: so long after the first connection it is only shown. */
export const quietMs = 1_000

let lookedAt: string | null = null
let release: () => void = () => undefined

function hold(): void {
  release()
  release = lookedAt !== null && isVisible() ? holdLock(lookingLock(lookedAt)) : () => undefined
}

/** Takes back the alerts of one room, or of all of them. */
async function closeShown(room?: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications(room === undefined ? {} : { tag: alertTag(room) })) ?? []
  for (const each of shown) if (each.tag.startsWith(alertTag(''))) each.close()
}

/** Which room or chat about a stock is looked at: no alert for it while the page is visible, and the ones before are taken back. */
export function openRoom(ref: string | null): void {
  if (ref !== null) void closeShown(ref).catch(log)
  if (ref === lookedAt) return
  lookedAt = ref
  hold()
}

/** The router hears of it as of any other step of the history. */
function showAlerted(place: AlertPlace, ref: string): void {
  history.pushState(null, '', alertAddress(place, ref))
}

const holdsAlerts = (): boolean => sessionStore.get().session?.permissions.includes(alertPermission) ?? false

const quiet = async (room: string): Promise<boolean> => (room === lookedAt && isVisible()) || (await isHeld(lookingLock(room)))

/** Alerts for what comes while the console is open, in one of its tabs; and keeps the subscription as the person wants it. */
function follow(): void {
  const desktop = createDesktopAlerts((room) => setTimeout(() => showAlerted('room', room), clickDelayMs))
  const ring = createRinger()
  let isQuiet = true
  const connected = () => {
    if (socketStore.get().phase !== 'connected') return
    stop()
    setTimeout(() => {
      isQuiet = false
    }, quietMs)
  }
  const stop = socketStore.subscribe(connected)
  connected()

  async function alert({ data, detail_chat }: ChatEvent): Promise<void> {
    if (isGone(data) || !isRoomRow(data) || !detail_chat || detail_chat.is_admin) return
    if (!holdsAlerts() || !isWriter() || isQuiet) return
    const { ref, content, kind } = detail_chat
    const name = data.contact_name ?? data.customer_name ?? data.customer_phone
    const text = alertText(name, content, kind, document.documentElement.lang)
    speak(`${text.title}. ${text.body}`)
    if (!notificationStore.get() || (await quiet(data.ref))) return
    desktop.show(data.ref, ref, text)
    ring()
  }

  onChatEvent((event) => {
    if (event.listener === 'incoming_message') void alert(event).catch(log)
  })
}

function showBadge(): void {
  if (!isWriter() || !('setAppBadge' in navigator)) return
  const unread = [...roomsStore.get().rooms.values()].filter((room) => room.unread > 0 || room.mark_as_unread).length
  void navigator.setAppBadge(unread).catch(log)
}

function storePreferences(): void {
  const preferences = { alerts: notificationStore.get() && holdsAlerts(), newTab: newTabStore.get() }
  void Promise.all([writePreferences(preferences), writeLanguage(document.documentElement.lang)]).catch(log)
}

/** What customers wrote stays before nobody's eyes after the session that was told of it. */
function closeWithSession(): void {
  const { status, session } = sessionStore.get()
  if (status === 'checking' || session) return
  void closeShown().catch(log)
  if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(log)
}

let started = false

/** Called once the first screen rests; calling again does nothing. */
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
  let unread = setTimeout(showBadge, 0)
  roomsStore.subscribe(() => {
    clearTimeout(unread)
    unread = setTimeout(showBadge, 1_000)
  })
  document.addEventListener('visibilitychange', () => {
    hold()
    // The language may have changed since.
    if (!isVisible()) storePreferences()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data.type !== 'open-alert' || !isAlertPlace(data.place) || typeof data.ref !== 'string') return
    const { place, ref } = data
    setTimeout(() => showAlerted(place, ref), clickDelayMs)
  })
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** iPhones and iPads alert only for what is on the home screen. */
export const needsInstall = (): boolean =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)) &&
  !isInstalled()

/** Asks for permission and switches alerts on. 'install': an iPhone or iPad, outside the installed app. */
export async function enableAlerts(): Promise<'granted' | 'denied' | 'unsupported' | 'install'> {
  if (needsInstall() && !supportsPush()) return 'install'
  if (!supportsPush()) return 'unsupported'
  startAlerts()
  return (await setNotifications(true)) ? 'granted' : 'denied'
}
