/** Password links by mail: single use, one hour (an invitation two days); using one ends all sessions of the user. */
import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { isLanguage } from '#contract/choices/languages.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/tables/people.ts'
import { passwordResets } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { mailOwner } from './account-mail.ts'
import { hashPassword } from './password.ts'
import { type PasswordMailKind, passwordMail } from './password-mail.ts'
import { assertGoodPassword } from './password-rules.ts'
import { revokeSessions } from './sessions.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const usable = (token: string) =>
  and(eq(passwordResets.token_hash, hashOf(token)), isNull(passwordResets.used_at), gt(passwordResets.expires_at, sql`now()`))

/** Hours that a link works; the words of the mail say the same. */
const hours: Readonly<Record<PasswordMailKind, number>> = { reset: 1, invite: 48 }

interface Owner {
  id: number
  name: string
  email: string
  /** Of mails; English where none is known. */
  language?: string | null
}

/** Maximum unspent links per account in an hour, so that strangers cannot flood the mailbox. */
const maxLinks = 5
/** Further links for devices known to the account, regardless of others' requests. */
const ownLinks = 3

async function isFull(tx: Db, userId: number, max: number): Promise<boolean> {
  const { user_id, used_at, created_at } = passwordResets
  // Locked, so that concurrent requests count each other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [found] = await tx
    .select({ links: count() })
    .from(passwordResets)
    .where(and(eq(user_id, userId), isNull(used_at), gt(created_at, sql`now() - interval '1 hour'`)))
  return (found?.links ?? 0) >= max
}

/** Returns a new token. */
async function storeLink(db: Db, userId: number, kind: PasswordMailKind): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(Date.now() + hours[kind] * 3_600_000).toISOString()
  await db.insert(passwordResets).values({ token_hash: hashOf(token), user_id: userId, expires_at })
  return token
}

async function mailLink(
  { database, settings, mail }: Platform,
  { name, email, language }: Owner,
  kind: PasswordMailKind,
  token: string,
): Promise<string> {
  const link = `${settings.publicUrl}/reset-password?token=${token}`
  try {
    await mail.send({
      to: email,
      ...passwordMail(settings, kind, { name, link, language: isLanguage(language) ? language : 'en' }),
      isAwaited: true,
    })
  } catch (error) {
    // An unsent link does not count.
    await database.db.delete(passwordResets).where(eq(passwordResets.token_hash, hashOf(token)))
    throw error
  }
  return link
}

/** Mails a link to choose the first password, and returns it. Call it after the commit that creates the user. */
export async function sendInvitation(platform: Platform, user: Owner): Promise<string> {
  return mailLink(platform, user, 'invite', await storeLink(platform.database.db, user.id, 'invite'))
}

/** Mails a password link, unless the mailbox has enough of them. Returns whether it did. */
export async function sendResetLink(platform: Platform, user: Owner, isFromOwnDevice = false): Promise<boolean> {
  const max = isFromOwnDevice ? maxLinks + ownLinks : maxLinks
  const token = await platform.database.transaction(async (tx) =>
    (await isFull(tx, user.id, max)) ? null : storeLink(tx, user.id, 'reset'),
  )
  if (token !== null) await mailLink(platform, user, 'reset', token)
  return token !== null
}

const spent = () => new ApiError('gone', 'This link has expired or was already used.')

export async function assertResetToken(db: Db, token: string): Promise<void> {
  const found = await db.select({ user_id: passwordResets.user_id }).from(passwordResets).where(usable(token))
  if (!found.length) throw spent()
}

/** Sets the password of a link. Throws 410 for a spent link, 422 for a bad password. */
export async function resetPassword(platform: Platform, token: string, password: string, address: string): Promise<void> {
  const [owner] = await platform.database.db
    .select({ name: users.name, email: users.email, hadPassword: isNotNull(users.password_hash) })
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
    if (owner.hadPassword) await mailOwner(platform, tx, used.user_id, 'password')
    await endLinks(tx, used.user_id)
    await revokeSessions(platform, tx, used.user_id)
  })
}

/** Spends links after a new password. */
export async function endLinks(tx: Db, userId: number): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ used_at: sql`now()` })
    .where(and(eq(passwordResets.user_id, userId), isNull(passwordResets.used_at)))
}
