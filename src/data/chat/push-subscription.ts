/** Push subscription of this browser: present while a permitted person wants alerts, removed with the session. */
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/chat/push.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { notificationStore } from '../base/device-preferences.ts'
import { onWake } from '../base/page-life.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'
import { createStore } from '../base/store.ts'
import { readReceipt, writeReceipt } from '../outbox/wire/credentials.ts'
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

/** ISO 8601. Since when the push service takes alerts for this device of which none arrives; null while that is not so. */
export const silenceStore = createStore<string | null>(null)

/** Endpoint and session last sent to the server. */
let registeredAs = ''

/** Endpoint that the server of this device has stored: one that it no longer knows later is gone at its push service. */
const endpointKey = 'lapangan-push-endpoint'

interface Registered {
  is_new?: boolean
  silent_since?: string | null
}

async function register({ endpoint, keys }: PushSubscriptionJSON): Promise<Registered> {
  const { receivedAt, confirmedAt } = await readReceipt().catch(() => ({ receivedAt: 0, confirmedAt: 0 }))
  const received = receivedAt > confirmedAt
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, ...(received && { received }) }
  const answer = await request<Registered>(pushSubscribe, { body })
  if (received) await writeReceipt({ receivedAt, confirmedAt: receivedAt }).catch(log)
  return answer
}

/** Subscribes and informs the server; null without permission or worker. Throws errors of browser or server. */
export async function subscribe(): Promise<PushSubscription | null> {
  const registration = await registered()
  const token = sessionStore.get().session?.token
  if (!registration?.active || !token || Notification.permission !== 'granted') return null
  const { key } = await request<{ key: string }>(pushKey)
  const bytes = toBytes(key)
  const make = () => within(patienceMs, registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes }))
  const existing = await registration.pushManager.getSubscription()
  // The server's keys changed: the old subscription gets nothing.
  if (existing && !sameKey(existing, bytes)) await existing.unsubscribe()
  let subscription = await make()
  if (registeredAs !== `${subscription.endpoint} ${token}`) {
    let answer = await register(subscription.toJSON())
    // The browser still has what the push service has given up, so naming it again would bring nothing.
    if (answer.is_new && readItem(endpointKey) === subscription.endpoint) {
      await subscription.unsubscribe()
      subscription = await make()
      answer = await register(subscription.toJSON())
    }
    registeredAs = `${subscription.endpoint} ${token}`
    writeItem(endpointKey, subscription.endpoint)
    silenceStore.set(answer.silent_since ?? null)
  }
  pushStore.set('confirmed')
  return subscription
}

async function findProblem(): Promise<PushProblem | null> {
  if (!supportsPush()) return 'unsupported'
  if (Notification.permission !== 'granted') {
    await forget().catch(log)
    return 'denied'
  }
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

/** The server pushes no more to what this device had; it deletes that with the session anyway. */
async function forget(): Promise<void> {
  registeredAs = ''
  silenceStore.set(null)
  const endpoint = readItem(endpointKey)
  if (endpoint === null) return
  if (sessionStore.get().session) await request(pushUnsubscribe, { body: { endpoint } })
  removeItem(endpointKey)
}

/** Also when signed out. */
async function unsubscribe(): Promise<void> {
  pushStore.set('unknown')
  const registration = await registered()
  const existing = await registration?.pushManager?.getSubscription()
  if (existing) writeItem(endpointKey, existing.endpoint)
  await forget().catch(log)
  await existing?.unsubscribe()
}

/** Another subscription in place of one that brings nothing, as the person asked for. Never throws. */
export async function renewPush(): Promise<'confirmed' | PushProblem> {
  await unsubscribe().catch(log)
  return confirmPush()
}

/** The browser's word on notifications may change while the console is open, or where nobody sees it. */
function lookAtPermission(): void {
  const state = pushStore.get()
  if (state !== 'confirmed' && state !== 'denied') return
  if ((Notification.permission === 'granted') !== (state === 'confirmed')) void confirmPush()
}

/** Milliseconds. An installed app is put to rest rather than closed: after so long its waking is a start. */
const restMs = 3_600_000

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
  const lookAgain = (sleptMs: number) => {
    if (!holds() || !notificationStore.get()) return
    if (sleptMs < restMs) return lookAtPermission()
    registeredAs = ''
    last = null
    look()
  }
  onWake(({ sleptMs }) => lookAgain(sleptMs))
  const permission = navigator.permissions?.query({ name: 'notifications' })
  permission?.then((status) => status.addEventListener('change', () => lookAgain(0))).catch(() => undefined)
  // A device's first worker starts after the first screen.
  navigator.serviceWorker.ready.then(look, log)
}
