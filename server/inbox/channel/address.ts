/** Where messages of a room go (docs/product/chat.md#address). */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import type { Address } from './channel.ts'

const momentOf = (at: string | null | undefined) => (at ? Date.parse(at) : 0)

/** The phone, if the person's last item carried it or there is no user id; else the user id. Null for a room without either. */
export async function addressOf(db: Db, room: { id: number; customer_phone: string }): Promise<Address | null> {
  const { kind, value, seen_at, since } = roomIdentities
  const current = and(eq(roomIdentities.room, room.id), eq(roomIdentities.current, true))
  // A room has several numbers where it was joined by hand, or where WhatsApp named another one than was asked for.
  const lastFirst = sql`coalesce(${seen_at}, ${since}) desc`
  const found = await db.select({ kind, value, seen_at }).from(roomIdentities).where(current).orderBy(lastFirst, roomIdentities.id)
  const [phone] = found.filter((one) => one.kind === 'phone')
  const [bsuid] = found.filter((one) => one.kind === 'bsuid')
  const to = phone?.value ?? room.customer_phone
  if (bsuid && (!to || momentOf(phone?.seen_at) < momentOf(bsuid.seen_at))) return { recipient: bsuid.value }
  return to ? { to } : null
}
