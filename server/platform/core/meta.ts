import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/tables/people.ts'
import { meta } from '#server/db/tables/platform.ts'

/** A value that is made once and kept in the database, such as its epoch. */
export async function metaValue(db: Db, name: string, make: () => string): Promise<string> {
  await db.insert(meta).values({ name, value: make() }).onConflictDoNothing()
  const [row] = await db.select().from(meta).where(eq(meta.name, name))
  if (!row) throw new Error(`meta ${name} is missing`)
  return row.value
}

/** Returns the database's creation time: stored at its first start, for an earlier version that of its first user. */
export async function madeAt(db: Db): Promise<Date> {
  const [oldest] = await db.select({ at: users.created_at }).from(users).orderBy(asc(users.created_at)).limit(1)
  return new Date(await metaValue(db, 'made_at', () => oldest?.at ?? new Date().toISOString()))
}
