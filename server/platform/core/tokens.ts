/** Access tokens: JWT, HS256. The secret lives in the database, sealed, so every process and restart agrees on it. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { uuid } from '#contract/lib/patterns.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import type { Database } from '#server/db/database.ts'
import { sessions } from '#server/db/tables/platform.ts'
import { ApiError } from './problem.ts'
import { secretValue } from './sealed-meta.ts'
import type { SecretBox } from './secret-box.ts'
import type { Settings } from './settings.ts'

const issuer = 'lapangan'
/** Tokens whose signature is remembered. */
const max = 5_000

/** A device that was signed in before; a sign-in whose second step is still to come. */
export type Purpose = 'device' | 'challenge'

export interface Tokens {
  /** Opens a session for a user and returns its token. `from`: the device and network address it is opened from. */
  issue(user: { id: number; ref: string }, from?: { device: string; address: string }): Promise<string>
  /** The session's id. Throws 401 with the base contract's words. */
  verify(token: string): Promise<string>
  /** What a client brings back unchanged, for one purpose only. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number): Promise<string>
  /** What was signed for this purpose; null when it was not, or too long ago. */
  read(purpose: Purpose, token: string): Promise<JWTPayload | null>
  /** A digest that only this installation can make. */
  digest(text: string): string
  /** A digest that also names the secret it was made with; see `isOtherText`. */
  fingerprint(text: string): string
}

/** Whether a fingerprint is of another text than a stored one. Of a secret that is gone since nobody can tell: then it is not. */
export function isOtherText(stored: string | null, fingerprint: string): boolean {
  const [secret] = fingerprint.split('.')
  return stored?.split('.')[0] === secret && stored !== fingerprint
}

/**
 * What everything but the token knows a session by. A digest, written like the `jti` that it is made of: whoever reads it, in the
 * database or a backup, can present no session with it.
 */
function sessionId(jti: string): string {
  const digest = createHash('sha256').update(jti).digest('hex')
  return [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20), digest.slice(20, 32)].join('-')
}

export async function createTokens(
  { db }: Database,
  secretBox: SecretBox,
  { sessionHours }: Pick<Settings, 'sessionHours'>,
): Promise<Tokens> {
  const lifetime = sessionHours * 3600
  const secret = Buffer.from(await secretValue(db, secretBox, 'token_secret', () => randomBytes(48).toString('base64')), 'base64')
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const secretName = digest('name of the secret').slice(0, 8)
  // Signatures alone: whether the session lives is asked of the database for each request (people.ts).
  const verified = new Map<string, { id: string; until: number }>()
  return {
    async issue(user, from) {
      const jti = randomUUID()
      const now = Math.floor(Date.now() / 1000)
      const expires = new Date((now + lifetime) * 1000).toISOString()
      await db.insert(sessions).values({ jti: sessionId(jti), user_id: user.id, expires_at: expires, ...from })
      return new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(user.ref)
        .setJti(jti)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime)
        .sign(secret)
    },
    async verify(token) {
      const cached = verified.get(token)
      if (cached && cached.until > Date.now()) return cached.id
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer, requiredClaims: ['exp', 'jti', 'sub'] })
        if (payload.jti && uuid.test(payload.jti) && payload.aud === undefined) {
          const id = sessionId(payload.jti)
          verified.set(token, { id, until: (payload.exp ?? 0) * 1000 })
          const [oldest] = verified.keys()
          if (verified.size > max && oldest !== undefined) verified.delete(oldest)
          return id
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new ApiError('unauthenticated', sessionMessages.expired)
      }
      throw new ApiError('unauthenticated', sessionMessages.invalid)
    },
    sign: (purpose, claims, seconds) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(purpose)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(secret),
    async read(purpose, token) {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer, audience: purpose, requiredClaims: ['exp'] })
        return payload
      } catch {
        return null
      }
    },
    digest,
    fingerprint: (text) => `${secretName}.${digest(text)}`,
  }
}
