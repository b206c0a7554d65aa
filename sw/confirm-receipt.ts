/** Tells the server that pushes arrive, so that the next start can say since when they do not (docs/product/chat.md#alerts). */
import { type Credentials, readReceipt, writeReceipt } from '#console/data/outbox/wire/credentials.ts'
import { pushSubscribe } from '#contract/chat/push.ts'
import { requestWith } from './request.ts'
import { scope } from './scope.ts'

/** Milliseconds between two of them: a busy phone gets many pushes. */
const minPauseMs = 3_600_000

/** Rejects offline; the next opened console tells it then. */
export async function confirmReceipt(credentials: Credentials): Promise<void> {
  const receivedAt = Date.now()
  const { confirmedAt } = await readReceipt()
  await writeReceipt({ receivedAt, confirmedAt })
  if (receivedAt - confirmedAt < minPauseMs && receivedAt >= confirmedAt) return
  const subscription = await scope.registration.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const ask = await requestWith(credentials)
  await ask(pushSubscribe, { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, received: true } })
  await writeReceipt({ receivedAt, confirmedAt: receivedAt })
}
