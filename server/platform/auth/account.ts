/** One's own account: password, second factor, sessions. */

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/account.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/tables/people.ts'
import type { Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { type CallRequest, mount } from '../http/mount.ts'
import { storedLimit } from '../limits/stored-limit.ts'
import { mailOwner } from './account-mail.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { endLinks } from './password-reset.ts'
import { assertGoodPassword } from './password-rules.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  needsSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import type { SecurityEntry } from './security-log.ts'
import { endSession, listSessions, revokeSessions } from './sessions.ts'

const quarter = 15 * 60

const tell = ({ securityLog }: Platform, tx: Db, { user, address }: CallRequest, event: SecurityEntry['event'], detail?: string) =>
  securityLog.write(tx, { event, user: user.id, name: user.name, address, detail })

/** Requires the password for changes that a borrowed device must not make; counts wrong ones. Throws 422 and 429. */
function passwordCheck(platform: Platform) {
  const { settings, database } = platform
  const attempts = storedLimit(platform, 'own password', settings.signInAttempts, quarter)
  return async ({ user }: CallRequest, field: string, password: unknown): Promise<void> => {
    await attempts.take(user.ref)
    const [stored] = await database.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id))
    if (!(await passwordMatches(stored?.hash, toText(password)))) throw fieldError(field, 'wrong_password')
    await attempts.clear(user.ref)
  }
}

function mountPassword(app: Hono, platform: Platform): void {
  const check = passwordCheck(platform)
  mount(
    app,
    platform,
    contract.changePassword,
    async (request) => {
      const { user, session, body } = request
      await check(request, 'old_password', body.old_password)
      await assertGoodPassword(platform.settings, 'password', toText(body.password), user)
      const password_hash = await hashPassword(toText(body.password))
      await platform.database.transaction(async (tx) => {
        await tx.update(users).set({ password_hash }).where(eq(users.id, user.id))
        await endLinks(tx, user.id)
        await revokeSessions(platform, tx, user.id, session?.jti)
        await tell(platform, tx, request, 'password-changed')
        await mailOwner(platform, tx, user.id, 'password')
      })
      return { message: 'Your password was changed. Your other sessions have ended.' }
    },
    { withoutTransaction: true },
  )
}

/** Responses that show a secret once are not stored, so these calls keep no verdict (`alone`). */
function mountSecondFactor(app: Hono, platform: Platform): void {
  const { database } = platform
  const check = passwordCheck(platform)
  const codes = storedLimit(platform, 'first code', platform.settings.signInAttempts, quarter)
  const alone = { withoutTransaction: true }
  mount(app, platform, contract.accountSecurity, async ({ user, db }) => ({
    second_factor: await hasSecondFactor(db, user.id),
    second_factor_required: await needsSecondFactor(db, user.id),
    recovery_codes_left: await recoveryCodesLeft(db, user.id),
  }))
  const setUp = async (request: CallRequest) => {
    await check(request, 'password', request.body.password)
    return beginSecondFactor(platform, database.db, request.user)
  }
  mount(app, platform, contract.setUpSecondFactor, setUp, alone)
  const confirm = async (request: CallRequest) => {
    const { user, session, body } = request
    await codes.take(user.ref)
    const recovery_codes = await database.transaction(async (tx) => {
      const made = await confirmSecondFactor(platform, tx, user, toText(body.code))
      // Other sessions were opened with the password alone.
      await revokeSessions(platform, tx, user.id, session?.jti)
      await tell(platform, tx, request, 'second-factor-on')
      await mailOwner(platform, tx, user.id, 'factor-on')
      return made
    })
    await codes.clear(user.ref)
    return { recovery_codes }
  }
  mount(app, platform, contract.confirmSecondFactor, confirm, alone)
  const renew = async (request: CallRequest) => {
    const { user } = request
    await check(request, 'password', request.body.password)
    if (!(await hasSecondFactor(database.db, user.id))) throw new ApiError('not_found', 'Set up a second factor first.')
    const recovery_codes = await database.transaction(async (tx) => {
      await tell(platform, tx, request, 'second-factor-on', 'new recovery codes')
      await mailOwner(platform, tx, user.id, 'codes')
      return renewRecoveryCodes(platform, tx, user.id)
    })
    return { recovery_codes }
  }
  mount(app, platform, contract.renewRecoveryCodes, renew, alone)
  const remove = async (request: CallRequest) => {
    const { user } = request
    await check(request, 'password', request.body.password)
    if (await needsSecondFactor(database.db, user.id)) throw new ApiError('forbidden', 'Your role asks for a second factor.')
    await database.transaction(async (tx) => {
      if (!(await removeSecondFactor(tx, user.id))) return
      await tell(platform, tx, request, 'second-factor-off')
      await mailOwner(platform, tx, user.id, 'factor-off')
    })
    return { message: 'The second factor was removed.' }
  }
  mount(app, platform, contract.removeSecondFactor, remove, alone)
}

export function mountAccount(app: Hono, platform: Platform): void {
  mountPassword(app, platform)
  mountSecondFactor(app, platform)
  mount(app, platform, contract.ownSessions, async ({ user, session, db }) => ({
    sessions: await listSessions(platform, db, user.id, session?.jti ?? null),
  }))
  mount(app, platform, contract.endOwnSession, async (request) => {
    const { user, db, params } = request
    if (!(await endSession(platform, db, user.id, params.session_id ?? '')))
      throw new ApiError('not_found', 'This session has ended already.')
    await tell(platform, db, request, 'session-ended')
    return { message: 'The session has ended.' }
  })
  mount(app, platform, contract.endOtherSessions, async (request) => {
    const { user, session, db } = request
    const ended = await revokeSessions(platform, db, user.id, session?.jti)
    if (ended) await tell(platform, db, request, 'session-ended', `${ended} others`)
    return { message: 'Your other sessions have ended.' }
  })
}
