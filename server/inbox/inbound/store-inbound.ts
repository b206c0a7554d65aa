/**
 * A transaction of inbound items (server/inbox/inbound/receive.ts): a few statements for any number of items. Where an item joins or parts
 * rooms, what came before it is written first.
 */
import { sql } from 'drizzle-orm'
import { textsOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { messages } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { AlertMessage } from '#server/push/alert.ts'
import { holdByError } from '../rooms/hold-broadcasts.ts'
import { Batch } from './batch.ts'
import { errorOf, isPassing, requeue } from './failed-status.ts'
import type { Inbound } from './inbound.ts'
import { lockRooms, lockStrangers, messageIdsOf } from './inbound-rooms.ts'
import type { MessageNow } from './inbound-sql.ts'
import { markFollowed, readWaiting } from './kept-items.ts'
import { follows } from './status-news.ts'
import { isPlaceable, takeEarly } from './take-early.ts'
import { takeMark } from './take-mark.ts'
import { takeMessage } from './take-message.ts'
import { followChanges, takeChange, takeIdle, takeName, takePreference, takeRaws, wait } from './take-news.ts'
import { takeStatus } from './take-status.ts'

/** Also of messages that are only quoted, or asked for: their rooms are not locked. */
const readIdsOf = (item: Inbound): string[] =>
  item.type === 'message' ? [item.provider_id, item.reply_to ?? '', item.begun ?? ''] : messageIdsOf(item)

async function findKnown(tx: Db, items: readonly Inbound[]): Promise<Map<string, MessageNow>> {
  const wanted = items.flatMap(readIdsOf).filter(Boolean)
  if (!wanted.length) return new Map()
  const found = await tx
    .select()
    .from(messages)
    .where(sql`${messages.provider_id} = any(${textsOf(wanted)})`)
  return new Map(found.map((one) => [one.provider_id ?? '', one]))
}

/** Messages of ours that are sent again, because their only news of this batch is a passing error. */
async function requeuePassing(tx: Db, items: readonly Inbound[], known: ReadonlyMap<string, MessageNow>): Promise<ReadonlySet<number>> {
  const news = items.filter((item) => item.type === 'status')
  const counts = new Map<string, number>()
  for (const { provider_id } of news) counts.set(provider_id, (counts.get(provider_id) ?? 0) + 1)
  const failed = news.flatMap((item) => {
    const message = known.get(item.provider_id)
    const error = errorOf(item)
    const isOnly = counts.get(item.provider_id) === 1
    return message?.is_admin && error && isPassing(item) && isOnly && follows(message.status, 'failed')
      ? [{ message: message.id, error }]
      : []
  })
  return requeue(tx, failed)
}

/**
 * Stores all items in order, and returns alerts to send after the commit. Items of unknown numbers, messages or rooms are skipped, and
 * counted in the log.
 */
export async function storeInbound(platform: Platform, tx: Db, items: readonly Inbound[]): Promise<AlertMessage[]> {
  if (!platform.database.embedded) await lockStrangers(tx, items)
  const waiting = await readWaiting(tx, items)
  const all = [...items, ...waiting.map(({ item }) => item)]
  const found = await lockRooms(tx, all)
  const known = await findKnown(tx, all)
  const batch = new Batch(platform, tx, found, known, await requeuePassing(tx, items, known))
  const changes = all.filter((item) => item.type === 'change')
  for (const { item } of waiting) if (item.type === 'change') wait(batch, item)
  for (const item of items) {
    const count = batch.book.added.length
    if (item.type === 'message') await takeMessage(batch, item)
    else if (item.type === 'mark') await takeMark(batch, item)
    else if (item.type === 'status') await takeStatus(batch, item)
    else if (item.type === 'change') await takeChange(batch, item)
    else if (item.type === 'preference') await takePreference(batch, item)
    else if (item.type === 'name') await takeName(batch, item)
    else if (item.type === 'idle') takeIdle(batch, item)
    // Before the next item, as if each had come alone.
    if (batch.book.added.length > count) await followChanges(batch, changes)
  }
  await takeEarly(
    batch,
    waiting.flatMap(({ item }) => (item.type === 'change' ? [] : item)),
  )
  await takeRaws(
    batch,
    items.filter((item) => item.type === 'raw'),
  )
  await batch.flush()
  await batch.linkPeople()
  for (const hold of batch.holds) await holdByError(platform.database, tx, hold)
  await markFollowed(
    tx,
    waiting
      .filter(({ item }) => (item.type === 'change' ? !batch.waiting.has(item.provider_id) : isPlaceable(batch, item)))
      .map(({ kept }) => kept),
  )
  if (batch.unknown) platform.log.warn({ items: batch.unknown }, 'what came from the channel is about nothing that is known here')
  return batch.alerts
}
