/** Push subscription of this browser: present while a permitted person wants alerts, removed with the session. */
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/chat/push.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { notificationStore } from '../base/device-preferences.ts'
import { log } from './log.ts'

export const supportsPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const registered = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker?.getRegistration()

/** Decodes the server's base64url key. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function sameKey(subscription: PushSubscription, key: Uint8Array): boolean {
  const own = subscription.options.applicationServerKey
  if (!own) return false
  const bytes = new Uint8Array(own)
  return bytes.length === key.length && bytes.every((byte, i) => byte === key[i])
}

/** Endpoint and session last sent to the server. */
let registeredAs = ''

/** Subscribes and informs the server; null without permission or worker. Throws errors of browser or server. */
export async function subscribe(): Promise<PushSubscription | null> {
  const registration = await registered()
  const token = sessionStore.get().session?.token
  if (!registration?.active || !token || Notification.permission !== 'granted') return null
  const { key } = await request<{ key: string }>(pushKey)
  const bytes = toBytes(key)
  const existing = await registration.pushManager.getSubscription()
  // The server's keys changed: the old subscription gets nothing.
  if (existing && !sameKey(existing, bytes)) await existing.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes })
  const { endpoint, keys } = subscription.toJSON()
  const now = `${endpoint} ${token}`
  if (registeredAs !== now) {
    await request(pushSubscribe, { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
    registeredAs = now
  }
  return subscription
}

/** Also when signed out; the server deletes it with the session. */
async function unsubscribe(): Promise<void> {
  const registration = await registered()
  const existing = await registration?.pushManager?.getSubscription()
  if (!existing) return
  registeredAs = ''
  if (sessionStore.get().session) await request(pushUnsubscribe, { body: { endpoint: existing.endpoint } }).catch(log)
  await existing.unsubscribe()
}

/** Follows session, its permission (`holds`), and preference. */
export function followSubscription(holds: () => boolean): void {
  if (!supportsPush()) return
  let last: boolean | null = null
  let token: string | undefined
  const look = () => {
    const wanted = holds() && notificationStore.get()
    const now = sessionStore.get().session?.token
    if (sessionStore.get().status === 'checking' || (wanted === last && now === token)) return
    last = wanted
    token = now
    void (wanted ? subscribe() : unsubscribe()).catch((error: unknown) => {
      last = null
      log(error)
    })
  }
  sessionStore.subscribe(look)
  notificationStore.subscribe(look)
  addEventListener('online', look)
  // A device's first worker starts after the first screen.
  navigator.serviceWorker.ready.then(look, log)
}
