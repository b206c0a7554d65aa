/** Detects idle customers of the Cloud API by unanswered messages. */
import { sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { audienceOf, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { roomsApi } from '../rooms/rooms.ts'

const lookEvery = 60_000
/** Maximum rooms per run; the rest follows in the next. */
const max = 500

/**
 * Marks open rooms whose last message is ours, was delivered and not answered for the configured time, and notifies consoles; not after the
 * window. Of several processes one does it per room. In the simulator the person who plays the customer sets it.
 */
export async function markIdle({ database, settings }: Pick<Platform, 'database' | 'settings'>): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ref: string; assignee_sales: string | number | null }>(sql`
      with idle as (
        select rooms.id from rooms join whatsapp_numbers on whatsapp_numbers.id = rooms.whatsapp_number
        where rooms.status = 'open' and not rooms.is_idle and rooms.last_message_is_admin
          and rooms.last_message_status in ('delivered', 'read') and whatsapp_numbers.channel = 'cloud'
          and rooms.last_message_at > now() - make_interval(hours => ${windowHours})
          and rooms.last_message_at <= now() - make_interval(mins => ${settings.chatIdleMinutes})
        order by rooms.last_message_at limit ${max} for update of rooms skip locked
      )
      update rooms set is_idle = true, version = rooms.version + 1, updated_at = now()
      from idle where rooms.id = idle.id and not rooms.is_idle
      returning rooms.ref, rooms.assignee_sales`)
    const changes = rows.map((room) => {
      const audience = audienceOf(room)
      return { area: roomsArea, ref: room.ref, before: audience, after: { ...audience, idle: true } } as const
    })
    await writeChatChanges(database, tx, changes)
    if (changes.length) await totalsOf(database).changed(tx, [roomsApi.section.name])
    return changes.length
  })
}

/** Every minute. */
export async function startIdle(platform: Platform): Promise<void> {
  setInterval(() => platform.background.run(async () => void (await markIdle(platform))), lookEvery).unref()
}
