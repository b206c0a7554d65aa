/** Choosing a new password by a link in a mail: single use, one hour, and every session of the user ends. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { pushSubscriptions } from '#server/db/chat.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/people.ts'
import type { Platform } from './context.ts'
import { hashPassword } from './password.ts'
import { ApiError } from './problem.ts'
import { passwordResets, sessions } from './tables.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const usable = (token: string) =>
  and(eq(passwordResets.token_hash, hashOf(token)), isNull(passwordResets.used_at), gt(passwordResets.expires_at, sql`now()`))

const texts = {
  reset: { subject: 'Choose a new password', lead: 'Somebody asked for a new password for your account.' },
  invite: { subject: 'Welcome to Lapangan', lead: 'An account was made for you. Choose a password to begin.' },
}

/** Mails a link to choose a password, and returns it. Run it after the commit of whatever made the user. */
export async function sendPasswordLink(
  platform: Platform,
  user: { id: number; name: string; email: string },
  kind: keyof typeof texts,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await platform.database.db
    .insert(passwordResets)
    .values({ token_hash: hashOf(token), user_id: user.id, expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  const { subject, lead } = texts[kind]
  const link = `${platform.settings.publicUrl}/reset-password?token=${token}`
  const text = `Hello ${user.name},\n\n${lead}\n\n${link}\n\nThe link works once, for one hour. If you did not expect this mail, nothing needs to be done.\n`
  await platform.mail.send({ to: user.email, subject, text })
  return link
}

const spent = () => new ApiError('gone', 'This link has expired or was already used.')

export async function assertResetToken(db: Db, token: string): Promise<void> {
  const found = await db.select({ user_id: passwordResets.user_id }).from(passwordResets).where(usable(token))
  if (!found.length) throw spent()
}

/** Ends every session of a user, and the alerts that go with it, in the transaction of whatever made that necessary. */
export async function revokeSessions(platform: Platform, tx: Db, userId: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at)))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.user_id, userId))
  await platform.people.changed(tx)
}

/** Sets the password that a link was for. Throws 410 when the link is spent. */
export async function resetPassword(platform: Platform, token: string, password: string, address: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await platform.database.transaction(async (tx) => {
    const [used] = await tx.update(passwordResets).set({ used_at: sql`now()` }).where(usable(token)).returning()
    if (!used) throw spent()
    const [user] = await tx.update(users).set({ password_hash }).where(eq(users.id, used.user_id)).returning({ name: users.name })
    await platform.securityLog.write(tx, { event: 'password-reset', user: used.user_id, name: user?.name, address })
    // Older links of the same person end with this one.
    await tx
      .update(passwordResets)
      .set({ used_at: sql`now()` })
      .where(and(eq(passwordResets.user_id, used.user_id), isNull(passwordResets.used_at)))
    await revokeSessions(platform, tx, used.user_id)
  })
}
