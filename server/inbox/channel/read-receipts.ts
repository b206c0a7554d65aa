import { desc, eq, inArray } from 'drizzle-orm'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { channelOf } from './channel.ts'

/** Sends read receipts to customers: the last message of a room covers earlier ones. Runs after the commit, as a job. */
export async function notifyRead(platform: Platform, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const last = await platform.database.db
    .selectDistinctOn([messages.room], { provider_id: messages.provider_id, number: whatsappNumbers })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
    .where(inArray(messages.id, [...ids]))
    .orderBy(messages.room, desc(messages.created_at), desc(messages.place))
  for (const { provider_id, number } of last) {
    const refusal = provider_id && (await channelOf(platform, number).markRead(number, provider_id))
    if (refusal) platform.log.warn({ number: number.id, next: refusal.next }, 'a customer was not told that their message was read')
  }
}
