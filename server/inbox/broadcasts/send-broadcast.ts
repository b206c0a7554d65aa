/** Sends a broadcast, one chat after another: the next one only once the channel has said what became of the one before. */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { nameToken, type SkipReason } from '#contract/chat/broadcasts.ts'
import { findProblem, type TemplateValues, templateText } from '#contract/chat/template.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { maxInboundLength } from '#contract/parts/message-fields.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import type { Database, Db } from '#server/db/database.ts'
import { broadcastRecipients, broadcasts } from '#server/db/tables/broadcasts.ts'
import { deliveries, rooms } from '#server/db/tables/chat.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { followJoins } from '../identity/follow-joins.ts'
import { checkedMedia, storeMessage } from '../messages/send.ts'
import { holdBroadcasts } from '../rooms/hold-broadcasts.ts'
import { roomsApi } from '../rooms/rooms.ts'
import { cleanText } from '../rooms/text.ts'
import { judgeRooms } from './judge.ts'
import { findHold } from './states.ts'

type Broadcast = typeof broadcasts.$inferSelect
type Recipient = typeof broadcastRecipients.$inferSelect

/** Milliseconds between looks at a message that is with the channel: twice as long each time. */
const firstLook = 50
const longestLook = 1_000
/** A message that waits longer is waited for without holding a place among the jobs. */
const pauseMs = 5_000

/** `next`: somebody was served. `wait`: the last message has no fate yet. `end`: nothing is left, or it is held. */
type Step = 'next' | 'wait' | 'end'

const filled = (text: string, name: string) => text.replaceAll(nameToken, name)

/** The values for one customer. */
function valuesFor(values: TemplateValues, name: string): TemplateValues {
  return {
    ...values,
    body: values.body.map((text) => filled(text, name)),
    header: filled(values.header, name),
    location: values.location && { ...values.location, name: filled(values.location.name, name) },
    buttons: Object.fromEntries(Object.entries(values.buttons).map(([at, text]) => [at, filled(text, name)])),
  }
}

const nameOf = ({ contact_name, customer_name, username }: AnyRow): string =>
  toText(contact_name || customer_name || username)
    .replace(/\s+/g, ' ')
    .trim()

async function isInFlight(tx: Db, broadcast: number): Promise<boolean> {
  const { message, state } = broadcastRecipients
  const [last] = await tx
    .select({ message })
    .from(broadcastRecipients)
    .where(and(eq(broadcastRecipients.broadcast, broadcast), eq(state, 'sending')))
    .orderBy(desc(broadcastRecipients.id))
    .limit(1)
  const open = last?.message ? and(eq(deliveries.message, last.message), inArray(deliveries.state, ['waiting', 'claimed'])) : undefined
  return open !== undefined && (await tx.$count(deliveries, open)) > 0
}

async function skip(tx: Db, { id }: Recipient, reason: SkipReason, opt_in_at: string | null): Promise<void> {
  await tx.update(broadcastRecipients).set({ state: 'skipped', reason, opt_in_at }).where(eq(broadcastRecipients.id, id))
}

/** Sends to one recipient, or says why not. In the transaction that says so, so that no end of the process sends it twice. */
async function serve(platform: Platform, tx: Db, broadcast: Broadcast, recipient: Recipient, room: AnyRow): Promise<void> {
  const judged = (await judgeRooms(tx, [room.id])).get(room.id)
  const { template, media } = broadcast
  const values = valuesFor(broadcast.filled, nameOf(room))
  const others = and(
    eq(broadcastRecipients.broadcast, broadcast.id),
    eq(broadcastRecipients.room, room.id),
    ne(broadcastRecipients.id, recipient.id),
  )
  const isTwice = room.id !== recipient.room && (await tx.$count(broadcastRecipients, others)) > 0
  const isUnfit = findProblem(template, values, media, Date.now()) !== null
  const reason = isTwice ? 'twice' : (judged?.reason ?? (isUnfit ? 'value' : null))
  const opt_in_at = judged?.opt_in_at ?? null
  if (reason !== null) return skip(tx, recipient, reason, opt_in_at)
  const { name, language, version } = template
  const content = cleanText(templateText(template, values), maxInboundLength)
  const made = await storeMessage(platform, { db: tx, user: { id: broadcast.user_id, name: broadcast.created_by ?? '' } }, room, {
    kind: media ? checkedMedia(media) : 'text',
    content,
    media,
    template: { name, language, filled: { ...values, version }, content },
  })
  await tx
    .update(broadcastRecipients)
    .set({ state: 'sending', message: made.id, opt_in_at })
    .where(eq(broadcastRecipients.id, recipient.id))
}

async function advance(platform: Platform, tx: Db, id: number): Promise<Step> {
  const [recipient] = await tx
    .select()
    .from(broadcastRecipients)
    .where(and(eq(broadcastRecipients.broadcast, id), eq(broadcastRecipients.state, 'waiting')))
    .orderBy(asc(broadcastRecipients.id))
    .limit(1)
  const [key = 0] = recipient ? await followJoins(tx, [recipient.room]) : []
  // Before the broadcast: an event that holds it by the state of a message has locked its room already.
  const [room] = recipient ? await selectRows(tx, roomsApi.shape, { where: eq(rooms.id, Number(key)), lock: 'no key update' }) : []
  const [broadcast] = await tx.select().from(broadcasts).where(eq(broadcasts.id, id)).for('update')
  if (broadcast?.state !== 'sending') return 'end'
  if (await isInFlight(tx, id)) return 'wait'
  if (!recipient) {
    await tx
      .update(broadcasts)
      .set({ state: 'done', version: sql`${broadcasts.version} + 1`, updated_at: sql`now()` })
      .where(eq(broadcasts.id, id))
    return 'end'
  }
  if (!room) {
    await skip(tx, recipient, 'noAddress', null)
    return 'next'
  }
  const held = await findHold(tx, broadcast, Date.parse(toText(room.window_until)) > Date.now())
  if (held) {
    await holdBroadcasts(platform.database, tx, eq(broadcasts.id, id), held)
    return 'end'
  }
  await serve(platform, tx, broadcast, recipient, room)
  return 'next'
}

interface SendInput extends JobInput {
  broadcast: number
}

export const broadcastJob = jobKind<SendInput>('chat-broadcast', 'bulk', async (run) => {
  const { platform, input } = run
  for (let wait = firstLook; ; ) {
    const result: { step: Step } = { step: 'end' }
    await run.commit(async (tx) => {
      result.step = await advance(platform, tx, input.broadcast)
      const served = and(eq(broadcastRecipients.broadcast, input.broadcast), ne(broadcastRecipients.state, 'waiting'))
      return { finished: result.step === 'end', items: result.step === 'next' ? 1 : 0, done: await tx.$count(broadcastRecipients, served) }
    })
    if (result.step === 'end') return 'done'
    if (run.isOver) return result.step === 'wait' ? { until: new Date(Date.now() + pauseMs) } : 'more'
    if (result.step === 'next') {
      wait = firstLook
      continue
    }
    await sleep(wait, undefined, { signal: run.signal })
    wait = Math.min(longestLook, wait * 2)
  }
})

/** In the transaction that begins it or lets it go on. */
export async function enqueueBroadcast(
  database: Pick<Database, 'notify'>,
  tx: Db,
  { id, template, user_id, created_by }: Pick<Broadcast, 'id' | 'template' | 'user_id' | 'created_by'>,
  total: number,
): Promise<void> {
  const user = { id: user_id, name: created_by ?? '' }
  await enqueue(database, tx, broadcastJob, { broadcast: id }, { key: String(id), user, subject: template.name, total })
}
