/** Access tokens: JWT, HS256. The sealed secret is in the database, shared by processes and restarts. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { uuid } from '#contract/lib/patterns.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import type { Database } from '#server/db/database.ts'
import { sessions } from '#server/db/tables/platform.ts'
import type { Settings } from '../settings/settings.ts'
import { ApiError } from './problem.ts'
import { secretValue } from './sealed-meta.ts'
import type { SecretBox } from './secret-box.ts'

const issuer = 'lapangan'
/** Maximum cached verifications. */
const max = 5_000

/** A known device; a sign-in that awaits its second step; a member's app. */
export type Purpose = 'device' | 'challenge' | 'member'

export interface Tokens {
  /** Opens a session and returns its token. `from`: its device and network address. */
  issue(user: { id: number; ref: string }, from?: { device: string; address: string }): Promise<string>
  /** The session's id. Throws 401 with the base contract's words. */
  verify(token: string): Promise<string>
  /** Signs claims to be returned, for one purpose. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number): Promise<string>
  /** Returns claims of this purpose; null if invalid or expired. */
  read(purpose: Purpose, token: string): Promise<JWTPayload | null>
  /** A digest keyed by this installation. */
  digest(text: string): string
  /** A digest with an id of its secret; see `isOtherText`. */
  fingerprint(text: string): string
}

/** Returns whether a fingerprint is of another text than a stored one. False if its secret is gone. */
export function isOtherText(stored: string | null, fingerprint: string): boolean {
  const [secret] = fingerprint.split('.')
  return stored?.split('.')[0] === secret && stored !== fingerprint
}

/**
 * Id of a session everywhere but in the token: a digest in the form of a `jti`. Readers of the database or a backup cannot use it as a
 * token.
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
  // Signatures alone: the session is checked in the database on each request (people.ts).
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
