/** Signing in and out (part-1 sections 4 and 7). */
import { timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/session.ts'
import { pushSubscriptions } from '#server/db/chat.ts'
import { users } from '#server/db/people.ts'
import type { CurrentUser, Platform } from './context.ts'
import { limit } from './limits.ts'
import { type CallRequest, mount } from './mount.ts'
import { passwordMatches } from './password.ts'
import { assertResetToken, resetPassword, sendPasswordLink } from './password-reset.ts'
import { loadUser, readable } from './people.ts'
import { ApiError, fieldError } from './problem.ts'
import { sessions } from './tables.ts'

const quarter = 15 * 60
const mailAddress = /^[^\s@]{1,64}@[^\s@]{1,120}$/

function sessionOf(user: CurrentUser, token: string): contract.Session {
  const { id, ref, name, email, roles, permissions } = user
  return { token, roles, permissions: [...permissions], roleRead: readable(permissions), user: { id, ref, name, email } }
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

async function findByEmail(platform: Platform, email: string) {
  const [user] = await platform.database.db.select().from(users).where(eq(users.email, email.trim().toLowerCase()))
  return user
}

function signIn(platform: Platform) {
  const { settings, tokens, database, securityLog } = platform
  const byName = limit(settings.signInAttempts, quarter)
  const byAddress = limit(settings.signInAttempts * 20, quarter)
  /** What was typed may be anything, even a password: only an address of a person is written down. */
  const failed = (address: string, username: string, detail: string, user?: number) => {
    const name = mailAddress.test(username) ? username : undefined
    securityLog.count({ event: 'sign-in-failed', address, name, user, detail })
  }
  return async ({ body, address }: CallRequest): Promise<contract.Session> => {
    const [username, password] = [String(body.username).trim().toLowerCase(), String(body.password)]
    try {
      await byAddress.take(address)
      await byName.take(username)
    } catch (error) {
      failed(address, username, 'too many attempts')
      throw error
    }
    const found = await findByEmail(platform, username)
    const matches = await passwordMatches(found?.password_hash, password)
    const known = body.client_id === contract.clientId && same(String(body.client_secret), settings.clientSecret)
    // The password that the README prints opens nothing on a real installation.
    const published = settings.production && password === contract.demoPassword
    const user = found && matches && known && !published ? await loadUser(database.db, found.id) : null
    if (!user) {
      failed(address, username, 'wrong name or password', found?.id)
      throw new ApiError('bad_credentials')
    }
    await byName.clear(username)
    await byAddress.forgive(address)
    const token = await tokens.issue(user)
    await securityLog.write(database.db, { event: 'sign-in', user: user.id, name: user.name, address })
    return sessionOf(user, token)
  }
}

function forgotten(platform: Platform) {
  const attempts = limit(platform.settings.signInAttempts, quarter)
  return async ({ body, address, after }: CallRequest) => {
    const email = String(body.email)
    await attempts.take(address)
    await attempts.take(email)
    // After the answer, so that neither its words nor its time tell who has an account.
    after(async () => {
      const user = await findByEmail(platform, email)
      if (!user?.is_active) return
      await sendPasswordLink(platform, user, 'reset')
      platform.securityLog.count({ event: 'password-link', user: user.id, name: user.name, address })
    })
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  }
}

export function mountSession(app: Hono, platform: Platform): void {
  const links = limit(platform.settings.signInAttempts * 3, quarter)
  mount(app, platform, contract.login, signIn(platform))
  mount(app, platform, contract.me, async ({ user, session }) => sessionOf(user, session?.token ?? ''))
  mount(app, platform, contract.requestForgetPassword, forgotten(platform))
  mount(app, platform, contract.validateResetPassword, async ({ query, db, address }) => {
    await links.take(address)
    await assertResetToken(db, String(query.token))
    return { message: 'The link is valid.' }
  })
  mount(app, platform, contract.resetPassword, async ({ body, address }) => {
    await links.take(address)
    if (platform.settings.production && body.password === contract.demoPassword) throw fieldError('password', 'published')
    await resetPassword(platform, String(body.token), String(body.password), address)
    return { message: 'Your password was changed. Please sign in.' }
  })
  mount(app, platform, contract.logout, async ({ db, session, user, address }) => {
    if (session) {
      await db.update(sessions).set({ revoked_at: sql`now()` }).where(eq(sessions.jti, session.jti))
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.jti, session.jti))
      await platform.securityLog.write(db, { event: 'sign-out', user: user.id, name: user.name, address })
    }
    await platform.people.changed(db)
    return { message: 'Signed out' }
  })
}
