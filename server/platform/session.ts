/** Sessions: who one is, signing out, and choosing a password by a mailed link (part-1 sections 4 and 7). */
import type { Hono } from 'hono'
import * as contract from '#contract/session.ts'
import type { Platform } from './context.ts'
import { limit } from './limits.ts'
import { type CallRequest, mount } from './mount.ts'
import { assertResetToken, resetPassword, sendPasswordLink } from './password-reset.ts'
import { endSession } from './sessions.ts'
import { findByEmail, mountSignIn, sessionOf } from './sign-in.ts'
import { networkOf } from './sign-in-attempts.ts'

const quarter = 15 * 60

function forgotten(platform: Platform) {
  const attempts = limit(platform.settings.signInAttempts, quarter)
  return async ({ body, address, after }: CallRequest) => {
    const email = String(body.email)
    await attempts.take(networkOf(address))
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
  mountSignIn(app, platform)
  mount(app, platform, contract.me, ({ user, session }) => sessionOf(platform, user, session?.token ?? ''))
  mount(app, platform, contract.requestForgetPassword, forgotten(platform))
  mount(app, platform, contract.validateResetPassword, async ({ query, db, address }) => {
    await links.take(address)
    await assertResetToken(db, String(query.token))
    return { message: 'The link is valid.' }
  })
  mount(app, platform, contract.resetPassword, async ({ body, address }) => {
    await links.take(address)
    await resetPassword(platform, String(body.token), String(body.password), address)
    return { message: 'Your password was changed. Please sign in.' }
  })
  mount(app, platform, contract.logout, async ({ db, user, session, address }) => {
    if (session) {
      await endSession(platform, db, user.id, session.jti)
      await platform.securityLog.write(db, { event: 'sign-out', user: user.id, name: user.name, address })
    }
    return { message: 'Signed out' }
  })
}
