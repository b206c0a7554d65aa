/** Ends whatever lets somebody in, when a database may have been in other hands or is an older one that was put back. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SecurityEvent } from '#contract/sections/auth/security-log.ts'
import type { Database } from '#server/db/open.ts'
import { pushSubscriptions } from '#server/db/tables/chat.ts'
import { meta, passwordResets, recoveryCodes, securityEvents, sessions } from '#server/db/tables/platform.ts'
import { forgetSecrets } from '#server/platform/core/sealed-meta.ts'

/** How many were ended: sessions, links to choose a password (invitations among them), and recovery codes that were not spent. */
export interface Ended {
  sessions: number
  links: number
  codes: number
}

/**
 * What was ended or spent since a backup was made must not live again, and nobody knows any more what that was. So everybody signs
 * in anew, asks for a new link, and makes new recovery codes. The database begins a new epoch: devices ask for their rows anew.
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
