/** Browsers may change a push subscription's URL at any time, without an open tab: the server is informed. */

import { readCredentials, readPreferences } from '#console/data/outbox/wire/credentials.ts'
import { pushKey, pushSubscribe } from '#contract/chat/push.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { requestWith } from './request.ts'
import { scope } from './scope.ts'

/** Rejects offline; the next opened console subscribes. */
export async function renewSubscription({
  newSubscription,
}: {
  /** Null where the browser has none. */
  readonly newSubscription: Pick<PushSubscription, 'toJSON'> | null
}): Promise<void> {
  const [credentials, preferences] = await Promise.all([readCredentials(), readPreferences()])
  if (!credentials || !preferences.alerts) return
  const ask = await requestWith(credentials)
  const key = newSubscription ? null : (await ask(pushKey)).key
  const subscription =
    newSubscription ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toText(key) }))
  const { endpoint, keys } = subscription.toJSON()
  await ask(pushSubscribe, { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
}
