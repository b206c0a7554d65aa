/** A browser may give its push subscription another address at any time, while no tab is open: the server has to know it. */

import { readCredentials, readPreferences } from '#console/data/outbox/wire/credentials.ts'
import { pushKey, pushSubscribe } from '#contract/chat/push.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { requestWith } from './request.ts'
import { scope } from './scope.ts'

/** Rejects offline; the next console that is opened subscribes then. */
export async function renewSubscription({
  newSubscription,
}: {
  /** Null where the browser leaves it to us. */
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
