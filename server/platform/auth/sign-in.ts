/** Sign-in (docs/product/session.md#calls): name and password, then a code if the account has a second factor. */

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import * as contract from '#contract/session.ts'
import { users } from '#server/db/tables/people.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { refusal, refused } from '../core/refusal.ts'
import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'
import { type CallRequest, mount } from '../http/mount.ts'
import { mailOwner } from './account-mail.ts'
import { deviceName, noteDevice, plainAddress, readDevice } from './known-devices.ts'
import { passwordMatches } from './password.ts'
import { loadUser, readable } from './people.ts'
import { pictureKey } from './picture-key.ts'
import { beginSecondFactor, confirmSecondFactor, hasSecondFactor, needsSecondFactor, takeCode } from './second-factor.ts'
import { type Attempt, type SignInAttempts, signInAttempts } from './sign-in-attempts.ts'

/** Seconds from password to code; setting up an app takes longer. */
const challengeSeconds = { code: 300, setup: 900 } as const
type Needs = keyof typeof challengeSeconds

type StoredUser = typeof users.$inferSelect

export async function sessionOf({ tokens, database }: Platform, user: CurrentUser, token: string): Promise<contract.Session> {
  const { id, ref, name, email, roles, permissions } = user
  const image_key = pictureKey(tokens, await tokens.verify(token))
  const [own] = await database.db.select({ device_key: users.device_key }).from(users).where(eq(users.id, id))
  const about = { user: { id, ref, name, email }, image_key, ...(own && { device_key: own.device_key }) }
  return { token, roles, permissions: [...permissions], roleRead: readable(permissions), ...about }
}

export async function findByEmail({ database }: Platform, email: string): Promise<StoredUser | undefined> {
  const [user] = await database.db.select().from(users).where(eq(users.email, email.trim().toLowerCase()))
  return user
}

const demoRefused =
  'Demo accounts work only on the computer that runs the server. Its owner can allow others with DEMO_PUBLIC=true, at PUBLIC_URL.'
const mailAddress = /^[^\s@]{1,64}@[^\s@]{1,120}$/

/** A typed name may be a password by mistake: only addresses of people are logged. */
function failed({ securityLog }: Platform, { name, address }: Attempt, detail: string, user?: number): void {
  securityLog.count({ event: 'sign-in-failed', address, name: mailAddress.test(name) ? name : undefined, user, detail })
}

/** Counts an attempt; refusals are logged to the security log. */
async function take(platform: Platform, attempts: SignInAttempts, attempt: Attempt): Promise<void> {
  try {
    await attempts.take(attempt)
  } catch (error) {
    failed(platform, attempt, 'too many attempts')
    throw error
  }
}

/** Starts a session and makes the device known to the account. */
async function begin(platform: Platform, user: CurrentUser, { body, address, agent }: CallRequest) {
  const { tokens, securityLog, database } = platform
  const token = await tokens.issue(user, { device: deviceName(agent), address: plainAddress(address) })
  await securityLog.write(database.db, { event: 'sign-in', user: user.id, name: user.name, address, detail: deviceName(agent) })
  const device = await noteDevice(tokens, await readDevice(tokens, body.device), user.ref)
  return { ...(await sessionOf(platform, user, token)), device }
}

/** Changes with the password, which invalidates challenges. */
const markOf = ({ tokens }: Platform, user: StoredUser) => tokens.digest(`challenge ${user.password_hash}`).slice(0, 24)

async function challenge(platform: Platform, user: StoredUser, needs: Needs): Promise<ApiError> {
  const expires_in = challengeSeconds[needs]
  const token = await platform.tokens.sign('challenge', { sub: user.ref, needs, mark: markOf(platform, user) }, expires_in)
  return new ApiError('second_factor', undefined, { challenge: { token, needs, expires_in } })
}

/** Returns the user of a challenge. Throws 410 if it is too old or no longer valid. */
async function challenged(platform: Platform, token: unknown, needs: Needs): Promise<{ stored: StoredUser; user: CurrentUser }> {
  const late = new ApiError('gone', 'This sign-in took too long. Please enter your password again.')
  const claims = await platform.tokens.read('challenge', toText(token))
  if (!claims?.sub || claims.needs !== needs) throw late
  const { db } = platform.database
  const [stored] = await db.select().from(users).where(eq(users.ref, claims.sub))
  const user = stored && claims.mark === markOf(platform, stored) ? await loadUser(db, stored.id) : null
  if (!stored || !user) throw late
  return { stored, user }
}

async function attemptOf({ tokens }: Platform, name: string, ref: string | undefined, request: CallRequest): Promise<Attempt> {
  const device = await readDevice(tokens, request.body.device)
  return { name, address: request.address, device: device && ref && device.users.includes(ref) ? device.id : null }
}

function firstStep(platform: Platform, attempts: SignInAttempts) {
  const { settings, database, securityLog } = platform
  return async (request: CallRequest) => {
    const { body, address } = request
    if (body.client_id !== contract.clientId || !timingSafeEqualText(toText(body.client_secret), settings.clientSecret)) {
      securityLog.count({ event: 'sign-in-failed', address, detail: 'wrong client' })
      throw refused('bad_credentials', refusal('wrong_client'))
    }
    const [username, password] = [toText(body.username).trim().toLowerCase(), toText(body.password)]
    const found = await findByEmail(platform, username)
    const attempt = await attemptOf(platform, username, found?.ref, request)
    await take(platform, attempts, attempt)
    const matches = await passwordMatches(found?.password_hash, password)
    // The README's demo password is refused on real installations, and elsewhere unless demos are allowed.
    const published = password === contract.demoPassword && !request.mayUseDemo
    if (published && !settings.production) throw new ApiError('forbidden', demoRefused)
    if (!found || !matches || published) {
      failed(platform, attempt, 'wrong name or password', found?.id)
      throw new ApiError('bad_credentials')
    }
    await attempts.right(attempt)
    const user = await loadUser(database.db, found.id)
    if (!user) {
      // Only with the right password: the message reveals that the user exists, and the reason.
      failed(platform, attempt, found.is_active ? 'no role' : 'not active', found.id)
      throw refused('forbidden', refusal(found.is_active ? 'user_without_role' : 'user_inactive'))
    }
    if (await hasSecondFactor(database.db, user.id)) throw await challenge(platform, found, 'code')
    if (await needsSecondFactor(database.db, user.id)) throw await challenge(platform, found, 'setup')
    return begin(platform, user, request)
  }
}

function secondStep(platform: Platform, attempts: SignInAttempts) {
  return async (request: CallRequest) => {
    const { stored, user } = await challenged(platform, request.body.challenge, 'code')
    const attempt = await attemptOf(platform, stored.email, stored.ref, request)
    await take(platform, attempts, attempt)
    const { securityLog, database } = platform
    const entry = { user: user.id, name: user.name, address: request.address }
    const used = await takeCode(platform, database.db, user.id, toText(request.body.code)).catch((error: unknown) => {
      securityLog.count({ event: 'second-factor-failed', ...entry })
      throw error
    })
    if (used === 'recovery') await securityLog.write(database.db, { event: 'recovery-code-used', ...entry })
    await attempts.right(attempt)
    return begin(platform, user, request)
  }
}

function setUpStep(platform: Platform, attempts: SignInAttempts) {
  return async (request: CallRequest) => {
    const { stored, user } = await challenged(platform, request.body.challenge, 'setup')
    const attempt = await attemptOf(platform, stored.email, stored.ref, request)
    await take(platform, attempts, attempt)
    const recovery_codes = await platform.database.transaction(async (tx) => {
      if (await hasSecondFactor(tx, user.id)) throw new ApiError('gone', 'A second factor was set up meanwhile. Please sign in again.')
      const entry = { event: 'second-factor-on', user: user.id, name: user.name, address: request.address } as const
      await platform.securityLog.write(tx, entry)
      await mailOwner(platform, tx, user.id, 'factor-on')
      return confirmSecondFactor(platform, tx, user, toText(request.body.code))
    })
    await attempts.right(attempt)
    return { ...(await begin(platform, user, request)), recovery_codes }
  }
}

export function mountSignIn(app: Hono, platform: Platform): void {
  const { signInAttempts: points } = platform.settings
  // Six digits can be guessed from many places; callers already have the password.
  const codes = signInAttempts(platform, 'code', points, points)
  mount(app, platform, contract.login, firstStep(platform, signInAttempts(platform, 'password', points)))
  mount(app, platform, contract.loginCode, secondStep(platform, codes))
  mount(app, platform, contract.loginSetup, async ({ body }) => {
    const { user } = await challenged(platform, body.challenge, 'setup')
    return beginSecondFactor(platform, platform.database.db, user)
  })
  mount(app, platform, contract.loginConfirm, setUpStep(platform, codes))
}
