/** Keys of rooms that are part of another one now (docs/product/identity.md#joining): a device may still name them. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { isUuid, type Key, whereNamed } from '#server/crud/query/rows.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'

/** Rooms that are joined into one that is joined itself. */
const maxJoins = 5

/** Returns the keys with those of joined rooms replaced by the room that has their messages. */
export async function followJoins(db: Db, keys: readonly Key[]): Promise<Key[]> {
  const found = await db
    .select({ id: rooms.id, ref: rooms.ref, into: rooms.joined_into })
    .from(rooms)
    .where(and(whereNamed(rooms, keys), isNotNull(rooms.joined_into)))
  if (!found.length) return [...keys]
  const targets = new Map<Key, number>()
  for (const { id, ref, into } of found) {
    const last = await lastOf(db, into ?? id)
    targets.set(id, last).set(ref, last)
  }
  return [...new Set(keys.map((key) => targets.get(isUuid(key) ? String(key).toLowerCase() : Number(key)) ?? key))]
}

async function lastOf(db: Db, room: number): Promise<number> {
  let last = room
  for (let join = 0; join < maxJoins; join++) {
    const [next] = await db
      .select({ into: rooms.joined_into })
      .from(rooms)
      .where(and(eq(rooms.id, last), isNotNull(rooms.joined_into)))
    if (!next?.into) break
    last = next.into
  }
  return last
}
