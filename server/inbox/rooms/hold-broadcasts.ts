/** Holds broadcasts: nothing more goes until somebody lets them go on (docs/product/chat.md#broadcasts). */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type BroadcastHold, broadcastHolds } from '#contract/chat/broadcasts.ts'
import type { SendError } from '#contract/chat/send-errors.ts'
import type { Database, Db } from '#server/db/database.ts'
import { broadcastRecipients, broadcasts } from '#server/db/tables/broadcasts.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { audienceOf, messagesArea, writeChatChanges } from '#server/people/chat-feed.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { alertBroadcast } from '#server/push/alert.ts'

const pulledBack = 'The broadcast was held before this was sent'

/** Why an error of a message holds broadcasts of its number; null for one that does not. */
export const holdOf = (error: SendError | null): BroadcastHold | null => broadcastHolds.find((name) => name === error?.name) ?? null

/** Errors of one template, which say nothing of others. */
export const isOfTemplate = (hold: BroadcastHold): boolean => hold === 'templatePaused' || hold === 'templateOff'

/** What is certainly not sent yet goes no more; its recipients get `state`. A salesperson's own messages wait behind none of it. */
export async function pullBack(
  database: Pick<Database, 'notify'>,
  tx: Db,
  ids: readonly number[],
  state: 'waiting' | 'left',
): Promise<void> {
  if (!ids.length) return
  const { broadcast, message } = broadcastRecipients
  const ofThese = tx
    .select({ message })
    .from(broadcastRecipients)
    .where(inArray(broadcast, [...ids]))
  const open = await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(and(eq(deliveries.state, 'waiting'), inArray(deliveries.message, ofThese)))
    .returning({ message: deliveries.message })
  const named = open.map((one) => one.message)
  if (!named.length) return
  await tx.update(broadcastRecipients).set({ state, message: null }).where(inArray(message, named))
  const changed = await tx
    .update(messages)
    .set({ status: 'failed', failure: pulledBack, version: sql`${messages.version} + 1`, updated_at: sql`now()` })
    .where(inArray(messages.id, named))
    .returning({ ref: messages.ref, room: messages.room, place: messages.place })
  for (const { ref, room, place } of changed) {
    const [found] = await tx.select({ assignee_sales: rooms.assignee_sales }).from(rooms).where(eq(rooms.id, room))
    const isLast = and(eq(rooms.id, room), sql`${rooms.next_place} = ${place}::int + 1`)
    await tx.update(rooms).set({ last_message_status: 'failed' }).where(isLast)
    const audience = audienceOf(found ?? {})
    await writeChatChanges(database, tx, [{ area: messagesArea, ref, before: audience, after: audience }])
  }
}

/** Once a message has to wait for a further attempt: one of a broadcast that is held meanwhile goes no more. */
export async function pullBackHeld(database: Database, message: number): Promise<void> {
  const { broadcast } = broadcastRecipients
  const [found] = await database.db
    .select({ id: broadcasts.id, state: broadcasts.state })
    .from(broadcastRecipients)
    .innerJoin(broadcasts, eq(broadcasts.id, broadcast))
    .where(and(eq(broadcastRecipients.message, message), inArray(broadcasts.state, ['held', 'stopped'])))
  if (found) await database.transaction((tx) => pullBack(database, tx, [found.id], found.state === 'held' ? 'waiting' : 'left'))
}

/** SQL of deliveries whose broadcast goes on, and of all others. */
export const mayGoOn = sql`not exists (
  select from ${broadcastRecipients} as one join ${broadcasts} as whole on whole.id = one.broadcast
  where one.message = ${deliveries.message} and whole.state in ('held', 'stopped'))`

interface AlertInput extends JobInput {
  broadcast: number
}

/** Alerts its sender, and those who may set up WhatsApp. */
export const broadcastAlertJob = jobKind<AlertInput>('chat-broadcast-alert', 'quick', async (run) => {
  const { platform, input } = run
  const [found] = await platform.database.db.select().from(broadcasts).where(eq(broadcasts.id, input.broadcast))
  if (found?.held) await alertBroadcast(platform, { ref: found.ref, title: found.template.name, user: found.user_id })
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Holds those that are being sent. */
export async function holdBroadcasts(
  database: Pick<Database, 'notify'>,
  tx: Db,
  which: SQL | undefined,
  held: BroadcastHold,
): Promise<void> {
  const found = await tx
    .update(broadcasts)
    .set({ state: 'held', held, version: sql`${broadcasts.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(broadcasts.state, 'sending'), which))
    .returning({ id: broadcasts.id })
  await pullBack(
    database,
    tx,
    found.map(({ id }) => id),
    'waiting',
  )
  for (const { id } of found) await enqueue(database, tx, broadcastAlertJob, { broadcast: id }, { key: String(id) })
}

/** Those of a number, by an error of a message; of one template where it is about that. */
export async function holdByError(
  database: Pick<Database, 'notify'>,
  tx: Db,
  { number, message, hold }: { number: number; message: number; hold: BroadcastHold },
): Promise<void> {
  const ofTemplate = sql`${broadcasts.template} ->> 'name' = (select template from ${messages} where id = ${message})`
  await holdBroadcasts(database, tx, and(eq(broadcasts.whatsapp_number, number), isOfTemplate(hold) ? ofTemplate : undefined), hold)
}
