import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { mutations, passwordResets, sessions } from './tables.ts'

/** Forgets what has served: replies after 90 days (keys and verdicts stay forever), sessions and links that ended. */
export async function keepHouse(db: Db): Promise<void> {
  await db
    .update(mutations)
    .set({ body: null })
    .where(and(isNotNull(mutations.body), lt(mutations.created_at, sql`now() - interval '90 days'`)))
  await db.delete(sessions).where(lt(sessions.expires_at, sql`now()`))
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, sql`now() - interval '1 day'`))
}
