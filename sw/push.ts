/** What a push does while no tab need be open: an alert, the app's badge, and what it is about brought onto the device. */
import { alertTag, alertText, isLookedAt, isShown, type WorkerWord } from '#console/data/outbox/alert-words.ts'
import { readCredentials, readLanguage, readPreferences } from '#console/data/outbox/credentials.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { bringRoom } from './bring-room.ts'
import { scope } from './scope.ts'

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Lines of messages that one alert shows, the newest last. */
const mostLines = 4

function isPayload(value: unknown): value is PushPayload {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'title' in value && 'body' in value)) return false
  return (value.kind === 'message' || value.kind === 'test') && typeof value.title === 'string' && typeof value.body === 'string'
}

/** Null for what no server of ours sent. */
export function readPayload(text: string | undefined): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPayload(value) ? value : null
  } catch {
    return null
  }
}

/** A push that nobody may see any more ends what brought it. */
async function unsubscribe(): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function show(title: string, body: string, tag: string, data: Record<string, unknown>, lines = 1): Promise<void> {
  const language = await readLanguage()
  const text = alertText(title, body, 'text', language)
  const shown = await scope.registration.getNotifications({ tag })
  if (shown.some((each) => isShown(each, text.body, Date.now()))) return
  const before = lines > 1 ? shown.flatMap((each) => each.body.split('\n')) : []
  await scope.registration.showNotification(text.title, {
    body: [...before, text.body].slice(-lines).join('\n'),
    lang: text.lang,
    dir: text.lang === 'ar' ? 'rtl' : 'ltr',
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { ...data, at: Date.now() },
    ...(shown.length && { renotify: true }),
  })
}

async function setBadge(unread: number | undefined): Promise<void> {
  const { navigator } = scope
  if (unread === undefined || !('setAppBadge' in navigator)) return
  await navigator.setAppBadge(unread)
}

/** The self-test: shown, and told to every console that is open. */
async function answerTest({ title, body }: PushPayload): Promise<void> {
  await show(title, body, 'push-test', {})
  for (const client of await windows()) client.postMessage({ type: 'push-test' } satisfies WorkerWord)
}

/** A console that is looked at alerts by itself, and nobody is told of the room they have before them. */
async function alertOf(payload: PushPayload): Promise<void> {
  const { room = '', title, body } = payload
  const isSeen = (await windows()).some((client) => client.visibilityState === 'visible')
  if (isSeen || (await isLookedAt(room))) return
  await show(title, body, alertTag(room), { room }, mostLines)
}

/** Never rejects: what fails here has nobody to tell. */
export async function hearPush(text: string | undefined): Promise<void> {
  const payload = readPayload(text)
  const [credentials, preferences] = await Promise.all([readCredentials(), readPreferences()])
  if (!credentials || !preferences.alerts) {
    await unsubscribe().catch(() => undefined)
    return
  }
  if (!payload) return
  if (payload.kind === 'test') return answerTest(payload).catch(() => undefined)
  await Promise.allSettled([alertOf(payload), setBadge(payload.unread), bringRoom(credentials, payload.room ?? '')])
}
