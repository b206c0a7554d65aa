/** Sessions of a user: list and end. */
import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SessionEntry } from '#contract/account.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { sessions } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import type { Settings } from '../settings/settings.ts'

/** Sessions neither ended nor expired, by age or disuse. */
export function isAlive({ sessionIdleHours }: Pick<Settings, 'sessionIdleHours'>): SQL {
  const { revoked_at, expires_at, last_used } = sessions
  const idle = sql.raw(String(sessionIdleHours))
  return sql`(${isNull(revoked_at)} and ${gt(expires_at, sql`now()`)} and ${last_used} > now() - interval '${idle} hours')`
}

/** Returns live sessions, last used first; `current` is the caller's. */
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

/** Ends a session of a user, and its alerts. False if there is none. */
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

/** Ends all sessions of a user but `except`, with their alerts, in the transaction of the cause. Returns their number. */
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
