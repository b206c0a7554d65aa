/** The second factor: codes of an app (TOTP, RFC 6238) and recovery codes. Both count once. */
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

/** Seconds of one code; the one before and the one after count as well, for clocks that go wrong. */
const period = 30
const window = 1
const codesAtOnce = 10
/** Without those that are mistaken for another: 32 of them, so ten are 50 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789'

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Lapangan', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const [found] = await db.select({ confirmed_at: secondFactors.confirmed_at }).from(secondFactors).where(eq(secondFactors.user_id, userId))
  return found?.confirmed_at != null
}

/** Whether a role of the user asks for one. */
export async function needsSecondFactor(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: roles.id })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(and(eq(userRoles.user_id, userId), eq(roles.requires_second_factor, true)))
    .limit(1)
  return found.length > 0
}

/** Of these users, those whose role asks for a second factor that they have not set up: they sign in again, and do it then. */
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

/** A new secret that waits for its first code. It takes the place of the one before only then. */
export async function beginSecondFactor(platform: Platform, db: Db, user: Owner): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  const pending = platform.secretBox.seal(secret)
  await db
    .insert(secondFactors)
    .values({ user_id: user.id, pending })
    .onConflictDoUpdate({ target: secondFactors.user_id, set: { pending, pending_since: sql`now()` } })
  return { secret, uri: totpOf(secret, user.email).toString() }
}

/** The period whose code this is; null when it is none of the last, this and the next. */
function periodOf(secret: string, code: string): number | null {
  const now = Date.now()
  const delta = totpOf(secret, '').validate({ token: code, window, timestamp: now })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
const wrongCode = () => fieldError('code', 'wrong_code')

/** Takes the first code of the app that was begun. Throws 422 for a wrong one. Gives recovery codes, which replace older ones. */
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

/** Ten new ones, shown this once; only their digests are kept. */
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

/** Takes a code of the app or a recovery code, once. Answers which it was; throws 422 for a wrong or spent one. */
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

/** Turns off the second factors that this key does not open, and says how many: their codes can be checked by nobody any more. */
export async function removeUnreadableFactors(db: Db, box: SecretBox): Promise<number> {
  const stored = await db.select({ user: secondFactors.user_id, secret: secondFactors.secret }).from(secondFactors)
  const lost = stored.filter(({ secret }) => secret !== null && !isReadable(box, secret))
  for (const { user } of lost) await removeSecondFactor(db, user)
  return lost.length
}

/** Nothing is left of it: neither the app nor the recovery codes. */
export async function removeSecondFactor(tx: Db, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.user_id, userId))
    .returning({ confirmed: secondFactors.confirmed_at })
  return removed.some(({ confirmed }) => confirmed !== null)
}
