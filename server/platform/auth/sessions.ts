/** The sessions of a user: which live, where they began, and how they end. */
import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SessionEntry } from '#contract/account.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { pushSubscriptions } from '#server/db/tables/chat.ts'
import { sessions } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import type { Settings } from '../core/settings.ts'

/** Neither ended, nor older than a session may be, nor unused for longer. */
export function isAlive({ sessionIdleHours }: Pick<Settings, 'sessionIdleHours'>): SQL {
  const { revoked_at, expires_at, last_used } = sessions
  const idle = sql.raw(String(sessionIdleHours))
  return sql`(${isNull(revoked_at)} and ${gt(expires_at, sql`now()`)} and ${last_used} > now() - interval '${idle} hours')`
}

/** The live sessions of a user, the last used first; `current` is the one that asks. */
export async function listSessions({ settings }: Platform, db: Db, userId: number, current: string | null): Promise<SessionEntry[]> {
  const { jti, device, address, created_at, last_used } = sessions
  const found = await db
    .select({ id: jti, device, address, created_at, last_used })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isAlive(settings)))
    .orderBy(desc(last_used))
    .limit(200)
  return found.map((session) => ({ ...session, current: session.id === current }))
}

/** Ends one session of a user, and its alerts. False when there is no such session. */
export async function endSession(platform: Platform, tx: Db, userId: number, jti: string): Promise<boolean> {
  if (!uuid.test(jti)) return false
  const ended = await tx
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(sessions.jti, jti), eq(sessions.user_id, userId), isNull(sessions.revoked_at)))
    .returning({ jti: sessions.jti })
  await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.jti, jti), eq(pushSubscriptions.user_id, userId)))
  await platform.people.changed(tx)
  return ended.length > 0
}

/**
 * Ends every session of a user but `except`, and the alerts that go with them, in the transaction of whatever made that
 * necessary. Answers how many that were.
 */
export async function revokeSessions(platform: Platform, tx: Db, userId: number, except?: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at), except ? ne(sessions.jti, except) : undefined))
    .returning({ jti: sessions.jti })
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), except ? ne(pushSubscriptions.jti, except) : undefined))
  await platform.people.changed(tx)
  return ended.length
}
