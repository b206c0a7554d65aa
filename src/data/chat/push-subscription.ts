/** Push subscription of this browser: present while a permitted person wants alerts, removed with the session. */
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/chat/push.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { notificationStore } from '../base/device-preferences.ts'
import { createStore } from '../base/store.ts'
import { within } from '../outbox/wire/within.ts'
import { log } from './log.ts'

export const supportsPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Whether the page itself may alert, while it is open. */
export const mayNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

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

/**
 * Why no alert reaches a closed console. 'worker': the browser did not start it. 'service': the push service takes no subscription. 'server':
 * ours did not store it.
 */
export type PushProblem = 'unsupported' | 'denied' | 'worker' | 'service' | 'offline' | 'server'

/** 'confirmed': the push service subscribed this browser, and the server stored it. 'unknown' until that was tried. */
export type PushState = PushProblem | 'confirmed' | 'unknown'

export const pushStore = createStore<PushState>('unknown')

export const isPushProblem = (state: PushState): state is PushProblem => state !== 'confirmed' && state !== 'unknown'

/** Milliseconds that worker and push service have; the service may never answer without a network. */
const patienceMs = 20_000

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
  const subscription = await within(patienceMs, registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes }))
  const { endpoint, keys } = subscription.toJSON()
  const now = `${endpoint} ${token}`
  if (registeredAs !== now) {
    await request(pushSubscribe, { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
    registeredAs = now
  }
  pushStore.set('confirmed')
  return subscription
}

async function findProblem(): Promise<PushProblem | null> {
  if (!supportsPush()) return 'unsupported'
  if (Notification.permission !== 'granted') return 'denied'
  try {
    // A device's first worker starts after the first screen.
    await within(patienceMs, navigator.serviceWorker.ready)
  } catch {
    return 'worker'
  }
  try {
    return (await subscribe()) ? null : 'server'
  } catch (error) {
    log(error)
    // Only the browser throws anything else.
    if (!(error instanceof ApiError)) return navigator.onLine === false ? 'offline' : 'service'
    return error.offline ? 'offline' : 'server'
  }
}

let confirming: Promise<'confirmed' | PushProblem> | null = null

/** Subscribes this browser where it is not, and says whether alerts reach it while the console is closed. Never throws. */
export function confirmPush(): Promise<'confirmed' | PushProblem> {
  confirming ??= findProblem()
    .then((problem): 'confirmed' | PushProblem => {
      const state = problem ?? 'confirmed'
      pushStore.set(state)
      return state
    })
    .finally(() => {
      confirming = null
    })
  return confirming
}

/** Also when signed out; the server deletes it with the session. */
async function unsubscribe(): Promise<void> {
  pushStore.set('unknown')
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
    const work = wanted ? confirmPush().then((state) => state === 'confirmed') : unsubscribe().then(() => true)
    void work
      .catch((error: unknown) => {
        log(error)
        return false
      })
      .then((isDone) => {
        if (!isDone) last = null
      })
  }
  sessionStore.subscribe(look)
  notificationStore.subscribe(look)
  addEventListener('online', look)
  // A device's first worker starts after the first screen.
  navigator.serviceWorker.ready.then(look, log)
}
