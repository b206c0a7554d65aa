/** Handles pushes without an open tab: an alert, the app's badge, and caching of the content. */
import { type Alert, type AlertPlace, alertTag, alertText, lookingLock, type WorkerMessage } from '#console/data/outbox/store/alert-text.ts'
import { isHeld } from '#console/data/outbox/store/shared-lock.ts'
import { readCredentials, readLanguage, readPreferences, takeAlerts } from '#console/data/outbox/wire/credentials.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { bringRoom } from './bring-room.ts'
import { openConsoles } from './consoles.ts'
import { scope } from './scope.ts'

/** Maximum message lines of an alert, newest last. */
const maxLines = 4

function isPayload(value: unknown): value is PushPayload {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'title' in value && 'body' in value)) return false
  return (
    ['message', 'question', 'test'].some((kind) => kind === value.kind) && typeof value.title === 'string' && typeof value.body === 'string'
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
  const place: AlertPlace = payload.kind === 'question' ? 'question' : 'room'
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
