/** The Cloud API does not tell that a customer went idle: it follows from what they have and do not answer. */
import { sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { audienceOf, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { roomsApi } from '../rooms/rooms.ts'

const lookEvery = 60_000
/** Rooms that one look takes at most; the next one takes the others. */
const max = 500

/**
 * Marks open rooms whose last message is ours, came to the customer, and was not answered for as long as the settings say, and
 * tells consoles so. After the window nothing is waited for any more. Of several processes one does it for each room. At the
 * simulator whoever plays the customer says it.
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
