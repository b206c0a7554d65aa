/** Sessions: current user, sign-out, and passwords by mailed link (docs/product/session.md#calls). */

import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import * as contract from '#contract/session.ts'
import type { Platform } from '../core/context.ts'
import { type CallRequest, mount } from '../http/mount.ts'
import { networkOf } from '../limits/network-of.ts'
import { storedLimit } from '../limits/stored-limit.ts'
import { readDevice } from './known-devices.ts'
import { assertResetToken, resetPassword, sendResetLink } from './password-reset.ts'
import { endSession } from './sessions.ts'
import { findByEmail, mountSignIn, sessionOf } from './sign-in.ts'

const quarter = 15 * 60
/** Links per name, place and hour: fewer than one mailbox gets in that time. */
const perPlace = 3

function forgotten(platform: Platform) {
  const byNetwork = storedLimit(platform, 'links by network', platform.settings.signInAttempts, quarter)
  const byPlace = storedLimit(platform, 'links by place', perPlace, 4 * quarter)
  return async ({ body, address, after }: CallRequest) => {
    const email = toText(body.email)
    const network = networkOf(address)
    // A refused place does not use up attempts of names.
    await byNetwork.check(network)
    await byPlace.take(`${network} ${email.trim().toLowerCase()}`)
    await byNetwork.take(network)
    // After the response, so that neither text nor timing reveals accounts.
    after(async () => {
      const user = await findByEmail(platform, email)
      if (!user?.is_active) return
      const entry = { event: 'password-link', user: user.id, name: user.name, address } as const
      const device = await readDevice(platform.tokens, body.device)
      const isSent = await sendResetLink(
        platform,
        { ...user, language: user.language ?? toText(body.language) },
        device?.users.includes(user.ref),
      )
      platform.securityLog.count({ ...entry, ...(!isSent && { detail: 'not sent: the mailbox has enough of them' }) })
    })
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  }
}

export function mountSession(app: Hono, platform: Platform): void {
  const links = storedLimit(platform, 'links tried', platform.settings.signInAttempts * 3, quarter)
  mountSignIn(app, platform)
  mount(app, platform, contract.me, ({ user, session }) => sessionOf(platform, user, session?.token ?? ''))
  mount(app, platform, contract.requestForgetPassword, forgotten(platform))
  mount(app, platform, contract.validateResetPassword, async ({ query, db, address }) => {
    await links.take(networkOf(address))
    await assertResetToken(db, toText(query.token))
    return { message: 'The link is valid.' }
  })
  mount(app, platform, contract.resetPassword, async ({ body, address }) => {
    await links.take(networkOf(address))
    await resetPassword(platform, toText(body.token), toText(body.password), address)
    return { message: 'Your password was changed. Please sign in.' }
  })
  // The browser drops what it keeps of this origin, whoever asks (docs/product/session.md#session).
  app.use(contract.logout.path, async (c, next) => {
    await next()
    c.res.headers.set('Clear-Site-Data', '"cache"')
  })
  mount(app, platform, contract.logout, async ({ db, user, session, address }) => {
    if (session) {
      await endSession(platform, db, user.id, session.jti)
      await platform.securityLog.write(db, { event: 'sign-out', user: user.id, name: user.name, address })
    }
    return { message: 'Signed out' }
  })
}
