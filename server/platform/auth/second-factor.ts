/** Second factor: app codes (TOTP, RFC 6238) and recovery codes, each valid once. */
import { randomInt } from 'node:crypto'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles } from '#server/db/tables/people.ts'
import { recoveryCodes, secondFactors } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { isReadable, type SecretBox, UnreadableSecret } from '../core/secret-box.ts'
import { revokeSessions } from './sessions.ts'

/** Seconds per code; the previous and the next are valid, too, for inaccurate clocks. */
const period = 30
const window = 1
const codesAtOnce = 10
/** Without ambiguous characters: 32 of them, so ten are 50 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789'

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Lapangan', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const [found] = await db.select({ confirmed_at: secondFactors.confirmed_at }).from(secondFactors).where(eq(secondFactors.user_id, userId))
  return found?.confirmed_at != null
}

/** Whether a role of the user needs one. */
export async function needsSecondFactor(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: roles.id })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(and(eq(userRoles.user_id, userId), eq(roles.requires_second_factor, true)))
    .limit(1)
  return found.length > 0
}

/** Ends sessions of those of these users who lack a required second factor: they set it up at the next sign-in. */
export async function endSessionsWithoutFactor(platform: Platform, tx: Db, where: SQL | undefined): Promise<void> {
  const lacking = await tx
    .selectDistinct({ id: userRoles.user_id })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .leftJoin(secondFactors, eq(secondFactors.user_id, userRoles.user_id))
    .where(and(where, eq(roles.requires_second_factor, true), isNull(secondFactors.confirmed_at)))
  for (const { id } of lacking) await revokeSessions(platform, tx, id)
}

export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)))
}

interface Owner {
  id: number
  email: string
}

/** Creates a secret to be confirmed by its first code, which replaces the former one. */
export async function beginSecondFactor(platform: Platform, db: Db, user: Owner): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  const pending = platform.secretBox.seal(secret)
  await db
    .insert(secondFactors)
    .values({ user_id: user.id, pending })
    .onConflictDoUpdate({ target: secondFactors.user_id, set: { pending, pending_since: sql`now()` } })
  return { secret, uri: totpOf(secret, user.email).toString() }
}

/** Returns the period of a code; null if not the last, this or the next. */
function periodOf(secret: string, code: string): number | null {
  const now = Date.now()
  const delta = totpOf(secret, '').validate({ token: code, window, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
const wrongCode = () => fieldError('code', 'wrong_code')

/** Confirms the app with its first code. Throws 422 for a wrong one. Returns recovery codes, which replace older ones. */
export async function confirmSecondFactor(platform: Platform, tx: Db, user: Owner, code: string): Promise<string[]> {
  const [found] = await tx.select().from(secondFactors).where(eq(secondFactors.user_id, user.id)).for('update')
  const isFresh = found?.pending_since && Date.parse(found.pending_since) > Date.now() - 3_600_000
  if (!found?.pending || !isFresh) throw new ApiError('gone', 'Begin again: this took too long.')
  const at = periodOf(platform.secretBox.open(found.pending), plain(code))
  if (at === null) throw wrongCode()
  await tx
    .update(secondFactors)
    .set({ secret: found.pending, pending: null, pending_since: null, confirmed_at: sql`now()`, last_period: at })
    .where(eq(secondFactors.user_id, user.id))
  return renewRecoveryCodes(platform, tx, user.id)
}

/** Returns ten new ones, once; only digests are stored. */
export async function renewRecoveryCodes(platform: Platform, tx: Db, userId: number): Promise<string[]> {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: codesAtOnce }, () => `${part()}-${part()}`)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ user_id: userId, digest: digestOf(platform, userId, code) })))
  return codes
}

const digestOf = ({ tokens }: Platform, userId: number, code: string) => tokens.digest(`recovery code ${userId} ${plain(code)}`)

async function takeAppCode(platform: Platform, db: Db, userId: number, code: string): Promise<boolean> {
  const [found] = await db.select().from(secondFactors).where(eq(secondFactors.user_id, userId))
  if (!found?.secret || !found.confirmed_at) return false
  const at = periodOf(platform.secretBox.open(found.secret), code)
  if (at === null) return false
  const { user_id, last_period } = secondFactors
  const taken = await db
    .update(secondFactors)
    .set({ last_period: at })
    .where(and(eq(user_id, userId), or(isNull(last_period), lt(last_period, at))))
    .returning({ user_id })
  return taken.length > 0
}

async function takeRecoveryCode(platform: Platform, db: Db, userId: number, code: string): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ used_at: sql`now()` })
    .where(
      and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.digest, digestOf(platform, userId, code)), isNull(recoveryCodes.used_at)),
    )
    .returning({ user_id: recoveryCodes.user_id })
  return taken.length > 0
}

/** Uses up a code of the app or a recovery code. Returns which it was; throws 422 for a wrong or spent one. */
export async function takeCode(platform: Platform, db: Db, userId: number, code: string): Promise<'app' | 'recovery'> {
  const text = plain(code)
  try {
    if (/^\d{6}$/.test(text) && (await takeAppCode(platform, db, userId, text))) return 'app'
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    throw new ApiError('unavailable', 'Codes of the app cannot be checked here any more. Use a recovery code, or ask an administrator.')
  }
  if (text.length === 10 && (await takeRecoveryCode(platform, db, userId, text))) return 'recovery'
  throw wrongCode()
}

/** Removes second factors unreadable with this key, whose codes cannot be checked any more. Returns their number. */
export async function removeUnreadableFactors(db: Db, box: SecretBox): Promise<number> {
  const stored = await db.select({ user: secondFactors.user_id, secret: secondFactors.secret }).from(secondFactors)
  const lost = stored.filter(({ secret }) => secret !== null && !isReadable(box, secret))
  for (const { user } of lost) await removeSecondFactor(db, user)
  return lost.length
}

/** Removes app and recovery codes. */
export async function removeSecondFactor(tx: Db, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.user_id, userId))
    .returning({ confirmed: secondFactors.confirmed_at })
  return removed.some(({ confirmed }) => confirmed !== null)
}
