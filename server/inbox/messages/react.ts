/** Our reaction at a customer's message: stored at once, and told to WhatsApp by a job (docs/product/chat.md#reactions). */
import { and, eq, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { isEmoji } from '#contract/lib/emoji.ts'
import type { Reaction } from '#contract/parts/message-fields.ts'
import { lockRow } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import type { Database, Db } from '#server/db/database.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { audienceOf, messagesArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { maxAttempts } from '#server/platform/jobs/backoff.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { addressOf } from '../channel/address.ts'
import { channelOf, type Refusal } from '../channel/channel.ts'
import { messagesOnWire, type StoredMessage } from '../rooms/message-rows.ts'
import { roomsApi } from '../rooms/rooms.ts'

const ours = (all: readonly Reaction[] | null): Reaction | undefined => all?.find(({ by }) => by === 'us')

/** Stores reactions of a message, and tells everybody who sees its room. */
async function putReactions(
  database: Pick<Database, 'notify'>,
  db: Db,
  { id, ref }: Pick<StoredMessage, 'id' | 'ref'>,
  room: { readonly [name: string]: unknown },
  reactions: readonly Reaction[],
): Promise<StoredMessage | undefined> {
  const [changed] = await db
    .update(messages)
    .set({ reactions: [...reactions], version: sql`${messages.version} + 1`, updated_at: sql`now()` })
    .where(eq(messages.id, id))
    .returning()
  const audience = audienceOf(room)
  await writeChatChanges(database, db, [{ area: messagesArea, ref, before: audience, after: audience }])
  return changed
}

interface ReactionInput extends JobInput {
  message: number
}

const unsent: Refusal = { reason: 'WhatsApp has no address of this customer', next: 'give up' }

/** Whichever of two jobs is last tells the last reaction: each tells what it finds, until that is what it told. */
export const reactionJob = jobKind<ReactionInput>('chat-reaction', 'quick', async (run) => {
  const { platform, input } = run
  const { db } = platform.database
  const read = () =>
    db
      .select({ message: messages, room: rooms, number: whatsappNumbers })
      .from(messages)
      .innerJoin(rooms, eq(rooms.id, messages.room))
      .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
      .where(eq(messages.id, input.message))
  let [found] = await read()
  for (let sentEmoji: string | null = null; found?.message.provider_id; [found] = await read()) {
    const own = ours(found.message.reactions)
    const emoji = own?.emoji ?? ''
    // One that was refused says so already.
    if (emoji === sentEmoji || own?.failure) break
    const { message, room, number } = found
    const address = await addressOf(db, room)
    const reaction = { message_id: message.provider_id ?? '', emoji }
    const problem = address ? await channelOf(platform, number).react(number, address, reaction) : unsent
    if (problem?.next === 'retry' && run.attempts < maxAttempts) throw new Error(problem.reason)
    sentEmoji = emoji
    if (!problem || !own) continue
    await run.commit(async (tx) => {
      const [now] = await tx.select().from(messages).where(eq(messages.id, message.id)).for('no key update')
      const failed = { ...own, failure: problem.reason }
      const isSame = ours(now?.reactions ?? null)?.at === own.at
      if (now && isSame) {
        const others = (now.reactions ?? []).filter(({ by }) => by !== 'us')
        await putReactions(platform.database, tx, message, room, [...others, failed])
      }
      return {}
    })
  }
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Refused outside the 24 hours, and for what WhatsApp takes no reaction to: our own messages, notes and calls. */
export async function reactTo({ database }: Platform, request: CallRequest) {
  const { db, user, body, params } = request
  const emoji = toText(body.emoji).trim()
  if (emoji !== '' && !isEmoji(emoji)) throw fieldError('emoji', 'choice')
  const named = whereNamed(messages, [params.id ?? ''])
  const [wanted] = await db.select({ room: messages.room }).from(messages).where(named)
  if (!wanted) throw new ApiError('not_found')
  const room = await lockRow(db, roomsApi.shape, user, wanted.room)
  const [message] = await db
    .select()
    .from(messages)
    .where(and(named, eq(messages.room, room.id)))
    .for('no key update')
  if (!message) throw new ApiError('not_found')
  const takesReactions = !message.is_admin && message.kind !== 'note' && message.provider_id && message.details?.type !== 'call'
  if (!takesReactions || message.deleted_at) throw refused('invalid', refusal('no_reaction'))
  if (!(Date.parse(toText(room.window_until)) > Date.now())) throw new ApiError('window_closed')
  const before = ours(message.reactions)
  const isSame = (before?.emoji ?? '') === emoji && !before?.failure
  const others = (message.reactions ?? []).filter(({ by }) => by !== 'us')
  const own: Reaction = { emoji, by: 'us', name: user.name, at: new Date().toISOString() }
  const changed = isSame ? message : await putReactions(database, db, message, room, emoji ? [...others, own] : others)
  if (!isSame) await enqueue(database, db, reactionJob, { message: message.id })
  const [data] = await messagesOnWire(db, changed ? [changed] : [], new Map([[room.id, room.ref]]))
  return { message: 'Saved', data: { ...data, reactions: data?.reactions ?? [] } }
}
