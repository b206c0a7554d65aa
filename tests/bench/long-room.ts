/** A room with many years of messages. */
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { simulatorSend } from '#contract/simulator/simulator.ts'
import { openDatabase } from '#server/db/open.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import type { Client } from '#tests/support/client.ts'

/** First messages of a customer: a picture, a voice note, a text. */
export async function beginRoom(url: string, admin: Client, phone: string): Promise<void> {
  const number = (await admin.list(whatsappNumber.path)).data.find(({ channel }) => channel === 'simulator')
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({ create: { width: 1_200, height: 1_600, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const media = new File([Uint8Array.from(picture)], 'bukti.jpg', { type: 'image/jpeg' })
  // It is never played.
  const voice = new File(['OggS........OpusHead'], 'voice.ogg', { type: 'audio/ogg' })
  for (const said of [{ media }, { media: voice }, { content: 'Halo kak' }]) {
    const form = new FormData()
    for (const [field, value] of Object.entries({ number: String(number?.id), phone, name: 'Siti Rahma', ...said })) form.set(field, value)
    const response = await fetch(url + simulatorSend.path, { method: 'POST', body: form })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }
}

/**
 * Inserts `count` messages before those of a customer's room, while the folder's server is stopped. Texts are copied from other rooms, some
 * long or with a link; every 40th copies a picture and every 90th a voice note of the room, so that media are really fetched.
 */
export async function lengthenRoom(dataDir: string, phone: string, count: number): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    const { db } = database
    const [room] = await db.select().from(rooms).where(eq(rooms.customer_phone, phone))
    if (!room) throw new Error(`there is no room with ${phone}`)
    await db
      .update(messages)
      .set({ place: sql`${messages.place} + ${count}` })
      .where(eq(messages.room, room.id))
    await db
      .update(rooms)
      .set({ next_place: room.next_place + count })
      .where(eq(rooms.id, room.id))
    await db.execute(sql`
      with said as (
        select content, row_number() over (order by id) - 1 as at, count(*) over () as all_of_them
        from ${messages} where room <> ${room.id} and kind = 'text'
      ), picture as (select media from ${messages} where room = ${room.id} and kind = 'image' limit 1),
      voice as (select media from ${messages} where room = ${room.id} and kind = 'audio' limit 1)
      insert into ${messages} (ref, room, place, kind, content, media, is_admin, sender, status, created_at, updated_at)
      select gen_random_uuid(), ${room.id}, n,
        case when n % 40 = 0 then 'image' when n % 90 = 1 then 'audio' else 'text' end,
        case when n % 40 = 0 or n % 90 = 1 then null
          when n % 25 = 2 then repeat(said.content || ' ', 8)
          when n % 30 = 3 then said.content || ' https://www.idx.co.id/id/berita/pengumuman?n=' || n
          else said.content end,
        case when n % 40 = 0 then picture.media when n % 90 = 1 then voice.media end,
        n % 2 = 0, case when n % 2 = 0 then 'Budi Santoso' end, 'read',
        now() - (${count} - n + 10) * interval '25 minutes', now() - (${count} - n + 10) * interval '25 minutes'
      from generate_series(1, ${count}) n
      join said on said.at = n % said.all_of_them cross join picture cross join voice`)
    await db.execute(sql`vacuum analyze`)
  } finally {
    await database.close()
  }
}
