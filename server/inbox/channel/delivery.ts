/** A delivery: its message, and storing its result. */
import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sendErrorOf } from '#contract/chat/send-errors.ts'
import { noValues } from '#contract/chat/template.ts'
import { type MessageKind, messageKinds } from '#contract/parts/message-fields.ts'
import { textsOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { deliveries, messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { audienceOf, messagesArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { StorageError } from '#server/platform/files/storage/storage-error.ts'
import { isUnsentId, unsentId } from '../inbound/inbound.ts'
import { receive } from '../inbound/receive.ts'
import { asksContact } from '../rooms/message-rows.ts'
import { forgetTemplates, type WhatsappNumber } from '../rooms/templates.ts'
import { addressOf } from './address.ts'
import type { Accepted, OutgoingMedia, OutgoingMessage, Refusal } from './channel.ts'

export interface Delivery {
  message: number
  attempts: number
  created_at: string
  /** Provider's id, if stored before. */
  provider_id: string | null
  number: WhatsappNumber
  outgoing: OutgoingMessage
  media: OutgoingMedia | undefined
  /** Its file cannot be read at the moment. */
  isLate: boolean
}

/** Reason for a message that a dead process was sending. */
export const unknownReason = 'The server stopped while this was being sent: nobody knows whether the customer got it.'

const kindOf = (kind: string): MessageKind => messageKinds.find((known) => known === kind) ?? 'document'

type Media = Pick<Delivery, 'media' | 'isLate'>

async function readMedia({ privateFiles }: Platform, stored: typeof messages.$inferSelect.media): Promise<Media> {
  if (!stored) return { media: undefined, isLate: false }
  try {
    const file = await privateFiles.read(sha256Of(stored.url) ?? '', stored.name)
    const media = file ? { content: new Blob([file.content], { type: stored.type }), name: stored.name } : undefined
    return { media, isLate: false }
  } catch (error) {
    if (error instanceof StorageError) return { media: undefined, isLate: true }
    throw error
  }
}

/** Returns all data to send a message; null if it was deleted. */
export async function readDelivery(platform: Platform, message: number): Promise<Delivery | null> {
  const answered = alias(messages, 'answered')
  const [found] = await platform.database.db
    .select({ message: messages, room: rooms, number: whatsappNumbers, delivery: deliveries, answered: answered.provider_id })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.message))
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
    .leftJoin(answered, eq(answered.ref, messages.reply_to))
    .where(eq(deliveries.message, message))
  if (!found) return null
  const { ref, kind, content, template, template_language: language, media, created_at, provider_id } = found.message
  const address = await addressOf(platform.database.db, found.room)
  const filled = found.delivery.template_values
  const { version, ...values } = Array.isArray(filled)
    ? { ...noValues, body: filled, version: null }
    : (filled ?? { ...noValues, version: null })
  const outgoing: OutgoingMessage = {
    ref,
    // A room without an address is refused by the provider in its words.
    address: address ?? { to: found.room.customer_phone },
    kind: kindOf(kind),
    content,
    reply_to: found.answered && isUnsentId(found.answered) ? null : found.answered,
    asksContact: asksContact(found.message),
    template: template ? { name: template, language, values, version } : null,
  }
  return {
    message,
    attempts: found.delivery.attempts,
    created_at,
    provider_id: provider_id === unsentId(ref) ? null : provider_id,
    number: found.number,
    outgoing,
    ...(await readMedia(platform, media)),
  }
}

/**
 * Stores the provider's id of a message without one; a message shown as failed or unknown gets the provider's states again. False if there
 * is no such message, or it has another id, or the id is another message's.
 */
export async function adoptProviderId(db: Db, ref: string, providerId: string): Promise<boolean> {
  const unsent = eq(messages.provider_id, unsentId(ref))
  const isFree = sql`not exists (select from ${messages} as other where other.provider_id = ${providerId})`
  const set = await db
    .update(messages)
    .set({
      provider_id: providerId,
      ...(providerId !== unsentId(ref) && { status: sql`case when ${unsent} then 'queued' else ${messages.status} end` }),
    })
    .where(and(eq(messages.ref, ref), eq(messages.is_admin, true), or(isNull(messages.provider_id), unsent), isFree))
    .returning({ id: messages.id })
  return set.length > 0
}

/** Of these refs, those of messages of ours without an id of the provider: one question, however many states there are. */
export async function findUnnamed(db: Db, refs: Iterable<string>): Promise<string[]> {
  const isUnnamed = or(isNull(messages.provider_id), like(messages.provider_id, `${unsentId('')}%`))
  const found = await db
    .select({ ref: messages.ref })
    .from(messages)
    .where(and(sql`${messages.ref} = any(${textsOf(refs)}::uuid[])`, eq(messages.is_admin, true), isUnnamed))
  return found.map(({ ref }) => ref)
}

async function end(db: Db, message: number, state: 'confirmed' | 'failed' | 'unknown'): Promise<void> {
  await db.update(deliveries).set({ state }).where(eq(deliveries.message, message))
}

async function setNumberStatus(db: Db, number: WhatsappNumber, reason: string | null): Promise<void> {
  const status = reason === null ? 'connected' : 'error'
  if (number.status === status && number.status_reason === reason) return
  await db.update(whatsappNumbers).set({ status, status_reason: reason }).where(eq(whatsappNumbers.id, number.id))
}

/** Seconds between attempts of a number that WhatsApp refuses: each may cost a message. */
const probeEvery = 60

/** Spreads what waits at a number: one message tries each minute whether an administrator has acted. */
async function holdNumber(db: Db, number: number): Promise<void> {
  await db.execute(sql`
    update deliveries set due_at = now() + make_interval(secs => ${probeEvery} * held.place)
    from (
      select message, row_number() over (order by message) as place
      from deliveries join rooms on rooms.id = deliveries.room
      where rooms.whatsapp_number = ${number} and deliveries.state = 'waiting'
    ) as held
    where deliveries.message = held.message and deliveries.state = 'waiting'`)
}

/** Lets go what was held: the number works again. */
async function releaseNumber(db: Db, number: number): Promise<void> {
  const waiting = and(
    eq(deliveries.state, 'waiting'),
    inArray(deliveries.room, db.select({ id: rooms.id }).from(rooms).where(eq(rooms.whatsapp_number, number))),
  )
  await db.update(deliveries).set({ due_at: sql`now()` }).where(waiting)
}

/** Confirms a sent message. The id is committed first: if the process dies, its claim shows by it that the message was sent. */
export async function confirm(platform: Platform, { message, number, outgoing }: Delivery, accepted: Accepted): Promise<void> {
  const { db } = platform.database
  const { provider_id, answered, held } = accepted
  await adoptProviderId(db, outgoing.ref, provider_id)
  await receive(platform, [
    {
      ...{ type: 'status', number: number.id, provider_id, failure: null, at: new Date().toISOString() },
      ...(held ? { status: 'queued', held } : { status: 'sent' }),
      ...(answered && { answered }),
    },
  ])
  await end(db, message, 'confirmed')
  await setNumberStatus(db, number, null)
  if (number.status === 'error') await releaseNumber(db, number.id)
}

/** Marks a message as failed or unknown, with the reason; it is not sent again. Idempotent. */
export async function fail(platform: Platform, { message, number, outgoing }: Delivery, refusal: Refusal): Promise<void> {
  const { db } = platform.database
  const id = unsentId(outgoing.ref)
  await adoptProviderId(db, outgoing.ref, id)
  await receive(platform, [{ type: 'status', provider_id: id, status: 'failed', failure: refusal.reason, at: new Date().toISOString() }])
  await end(db, message, refusal.next === 'unknown' ? 'unknown' : 'failed')
  if (sendErrorOf(refusal.code ?? null)?.besides === 'templates') forgetTemplates(number.id)
  if (!refusal.number) return
  await setNumberStatus(db, number, refusal.reason)
  await holdNumber(db, number.id)
}

/** Shows why a message waits. */
async function showReason(database: Platform['database'], tx: Db, message: number, reason: string): Promise<void> {
  const [shown] = await tx
    .update(messages)
    .set({ failure: reason, version: sql`${messages.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(messages.id, message), eq(messages.status, 'queued'), sql`${messages.failure} is distinct from ${reason}`))
    .returning({ ref: messages.ref, room: messages.room })
  if (!shown) return
  const [room] = await tx.select({ assignee_sales: rooms.assignee_sales }).from(rooms).where(eq(rooms.id, shown.room))
  const audience = audienceOf(room ?? {})
  await writeChatChanges(database, tx, [{ area: messagesArea, ref: shown.ref, before: audience, after: audience }])
}

/** Requeues for `ms` milliseconds; later messages of its room wait as well. */
export async function postpone({ database }: Platform, { message }: Delivery, ms: number, { reason, code }: Refusal): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({ state: 'waiting', claimed_by: null, due_at: sql`now() + make_interval(secs => ${ms / 1000})` })
      .where(and(eq(deliveries.message, message), eq(deliveries.state, 'claimed')))
    if (code !== undefined) await showReason(database, tx, message, reason)
  })
}
