/** What a failed state does beside marking its message (docs/product/chat.md#failed-sending). */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { readFailure, type SendError } from '#contract/chat/send-errors.ts'
import type { Db } from '#server/db/database.ts'
import { deliveries, messages } from '#server/db/tables/chat.ts'
import { mayGoOn } from '../rooms/hold-broadcasts.ts'
import { forgetTemplates } from '../rooms/templates.ts'
import { type InboundStatus, isUnsentId } from './inbound.ts'
import type { RoomNow } from './inbound-rooms.ts'

/** The first waits of a minute and more are over by then. */
const maxAttempts = 8
const maxWaitSeconds = 600
/** After the customer's 24 hours only templates would be accepted. */
const oldest = sql`now() - interval '1 day'`

interface Failed {
  message: number
  error: SendError
}

/** Error of a failed state; null for another state, and for an error that the table does not have. */
export const errorOf = ({ status, failure }: InboundStatus): SendError | null =>
  status === 'failed' ? readFailure(failure ?? '').error : null

/** Whether the queue sends the message again: the provider had taken it, and failed for a passing reason. */
export const isPassing = (item: InboundStatus): boolean => errorOf(item)?.again === 'self' && !isUnsentId(item.provider_id)

/** Queues messages again that failed for a passing reason; returns the ids of those that are neither too old nor tried too often. */
export async function requeue(tx: Db, failed: readonly Failed[]): Promise<ReadonlySet<number>> {
  const queued = new Set<number>()
  for (const { message, error } of failed) {
    const longest = error.maxWait === undefined ? maxWaitSeconds : error.maxWait / 1_000
    const wait = sql`least(${longest}, power(${error.growth ?? 2}, ${deliveries.attempts}))`
    const [found] = await tx
      .update(deliveries)
      .set({ state: 'waiting', claimed_by: null, due_at: sql`now() + make_interval(secs => ${wait})` })
      .where(
        and(
          eq(deliveries.message, message),
          eq(deliveries.state, 'confirmed'),
          lt(deliveries.attempts, maxAttempts),
          mayGoOn,
          sql`exists ${tx
            .select({ id: messages.id })
            .from(messages)
            .where(and(eq(messages.id, message), gt(messages.created_at, oldest)))}`,
        ),
      )
      .returning({ message: deliveries.message })
    if (!found) continue
    // Its next attempt gets another id.
    await tx.update(messages).set({ provider_id: null }).where(eq(messages.id, message))
    queued.add(message)
  }
  return queued
}

/** Applies what an error says of its room and number. `sentAt`: when the message was written, ISO 8601; `at`: of the state. */
export function applyError(error: SendError | null, into: RoomNow, sentAt: string, at: string): void {
  if (error?.besides === 'templates') forgetTemplates(into.whatsapp_number)
  if (error?.besides !== 'window' || into.window_until === null) return
  const until = Date.parse(into.window_until)
  // A customer who wrote after it opened the window anew.
  if (until - windowHours * 3_600_000 > Date.parse(sentAt)) return
  into.window_until = new Date(Math.min(until, Date.parse(at))).toISOString()
}
