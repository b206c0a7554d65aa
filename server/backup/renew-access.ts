/** Ends all access to a database that was restored or may have been leaked. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SecurityEvent } from '#contract/choices/security-events.ts'
import type { Database } from '#server/db/open.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { meta, passwordResets, recoveryCodes, securityEvents, sessions } from '#server/db/tables/platform.ts'
import { forgetSecrets } from '#server/platform/core/sealed-meta.ts'

/** Numbers of ended sessions, password links (with invitations), and unspent recovery codes. */
export interface Ended {
  sessions: number
  links: number
  codes: number
}

/**
 * Access ended or spent since a backup must not become valid again, and is unknown. So everybody signs in again, requests new links, and
 * makes new recovery codes. A new epoch makes devices resync.
 */
export async function renewAccess(database: Database): Promise<Ended> {
  return database.transaction(async (tx) => {
    const now = sql`now()`
    await tx.update(meta).set({ value: randomUUID() }).where(eq(meta.name, 'epoch'))
    await forgetSecrets(tx)
    const ended = await tx
      .update(sessions)
      .set({ revoked_at: now })
      .where(and(isNull(sessions.revoked_at), gt(sessions.expires_at, now)))
      .returning({ jti: sessions.jti })
    const links = await tx
      .update(passwordResets)
      .set({ used_at: now })
      .where(and(isNull(passwordResets.used_at), gt(passwordResets.expires_at, now)))
      .returning({ user: passwordResets.user_id })
    const codes = await tx.delete(recoveryCodes).returning({ used_at: recoveryCodes.used_at })
    await tx.delete(pushSubscriptions)
    const count: Ended = { sessions: ended.length, links: links.length, codes: codes.filter(({ used_at }) => used_at === null).length }
    const detail = `${count.sessions} sessions, ${count.links} links and ${count.codes} recovery codes were ended`
    await tx.insert(securityEvents).values({ event: 'restored' satisfies SecurityEvent, name: '-', detail })
    return count
  })
}
