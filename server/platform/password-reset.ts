/** Choosing a new password by a link in a mail: single use, one hour (an invitation two days), and every session of the user ends. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/people.ts'
import type { Platform } from './context.ts'
import { hashPassword } from './password.ts'
import { assertGoodPassword } from './password-rules.ts'
import { ApiError } from './problem.ts'
import { revokeSessions } from './sessions.ts'
import { passwordResets } from './tables.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const usable = (token: string) =>
  and(eq(passwordResets.token_hash, hashOf(token)), isNull(passwordResets.used_at), gt(passwordResets.expires_at, sql`now()`))

const texts = {
  reset: { subject: 'Choose a new password', lead: 'Somebody asked for a new password for your account.', hours: 1, lasts: 'one hour' },
  invite: {
    subject: 'Welcome to Lapangan',
    lead: 'An account was made for you. Choose a password to begin.',
    hours: 48,
    lasts: 'two days',
  },
}

/** Mails a link to choose a password, and returns it. Run it after the commit of whatever made the user. */
export async function sendPasswordLink(
  platform: Platform,
  user: { id: number; name: string; email: string },
  kind: keyof typeof texts,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { subject, lead, hours, lasts } = texts[kind]
  await platform.database.db
    .insert(passwordResets)
    .values({ token_hash: hashOf(token), user_id: user.id, expires_at: new Date(Date.now() + hours * 3_600_000).toISOString() })
  const link = `${platform.settings.publicUrl}/reset-password?token=${token}`
  const text = `Hello ${user.name},\n\n${lead}\n\n${link}\n\nThe link works once, for ${lasts}. If you did not expect this mail, nothing needs to be done.\n`
  await platform.mail.send({ to: user.email, subject, text })
  return link
}

const spent = () => new ApiError('gone', 'This link has expired or was already used.')

export async function assertResetToken(db: Db, token: string): Promise<void> {
  const found = await db.select({ user_id: passwordResets.user_id }).from(passwordResets).where(usable(token))
  if (!found.length) throw spent()
}

/** Sets the password that a link was for. Throws 410 when the link is spent, 422 for a password that nobody may choose. */
export async function resetPassword(platform: Platform, token: string, password: string, address: string): Promise<void> {
  const [owner] = await platform.database.db
    .select({ name: users.name, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.user_id))
    .where(usable(token))
  if (!owner) throw spent()
  await assertGoodPassword(platform.settings, 'password', password, owner)
  const password_hash = await hashPassword(password)
  await platform.database.transaction(async (tx) => {
    const [used] = await tx.update(passwordResets).set({ used_at: sql`now()` }).where(usable(token)).returning()
    if (!used) throw spent()
    await tx.update(users).set({ password_hash }).where(eq(users.id, used.user_id))
    await platform.securityLog.write(tx, { event: 'password-reset', user: used.user_id, name: owner.name, address })
    await endLinks(tx, used.user_id)
    await revokeSessions(platform, tx, used.user_id)
  })
}

/** Links of older mails end with a new password. */
export async function endLinks(tx: Db, userId: number): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ used_at: sql`now()` })
    .where(and(eq(passwordResets.user_id, userId), isNull(passwordResets.used_at)))
}
