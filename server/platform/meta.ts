import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { meta } from './tables.ts'

/** A value that is made once and kept in the database, such as the signing secret. */
export async function metaValue(db: Db, name: string, make: () => string): Promise<string> {
  await db.insert(meta).values({ name, value: make() }).onConflictDoNothing()
  const [row] = await db.select().from(meta).where(eq(meta.name, name))
  if (!row) throw new Error(`meta ${name} is missing`)
  return row.value
}
