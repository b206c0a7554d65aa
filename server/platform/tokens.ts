/** Access tokens: JWT, HS256. The secret lives in the database, so every process and restart agrees on it. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { uuid } from '#contract/kit/patterns.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import type { Database } from '#server/db/database.ts'
import { metaValue } from './meta.ts'
import { ApiError } from './problem.ts'
import type { Settings } from './settings.ts'
import { sessions } from './tables.ts'

const issuer = 'lapangan'
/** Tokens whose signature is remembered. */
const max = 5_000

/** A device that was signed in before; a sign-in whose second step is still to come. */
export type Purpose = 'device' | 'challenge'

export interface Tokens {
  /** Opens a session for a user and returns its token. `from`: the device and network address it is opened from. */
  issue(user: { id: number; ref: string }, from?: { device: string; address: string }): Promise<string>
  /** The session's jti. Throws 401 with the specification's words. */
  verify(token: string): Promise<string>
  /** What a client brings back unchanged, for one purpose only. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number): Promise<string>
  /** What was signed for this purpose; null when it was not, or too long ago. */
  read(purpose: Purpose, token: string): Promise<JWTPayload | null>
  /** A digest that only this installation can make. */
  digest(text: string): string
}

export async function createTokens(database: Database, { sessionHours }: Pick<Settings, 'sessionHours'>): Promise<Tokens> {
  const lifetime = sessionHours * 3600
  const secret = Buffer.from(await metaValue(database.db, 'token_secret', () => randomBytes(48).toString('base64')), 'base64')
  // Signatures alone: whether the session lives is asked of the database for each request (people.ts).
  const verified = new Map<string, { jti: string; until: number }>()
  return {
    async issue(user, from) {
      const jti = randomUUID()
      const now = Math.floor(Date.now() / 1000)
      const expires = new Date((now + lifetime) * 1000).toISOString()
      await database.db.insert(sessions).values({ jti, user_id: user.id, expires_at: expires, ...from })
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
      if (cached && cached.until > Date.now()) return cached.jti
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], issuer, requiredClaims: ['exp', 'jti', 'sub'] })
        if (payload.jti && uuid.test(payload.jti) && payload.aud === undefined) {
          verified.set(token, { jti: payload.jti, until: (payload.exp ?? 0) * 1000 })
          const [oldest] = verified.keys()
          if (verified.size > max && oldest !== undefined) verified.delete(oldest)
          return payload.jti
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
    digest: (text) => createHmac('sha256', secret).update(text).digest('hex'),
  }
}
