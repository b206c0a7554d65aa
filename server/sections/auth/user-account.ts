/** Calls of admins on other accounts: sessions, second factor, unanswered invitation. */
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/account.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { mailOwner } from '#server/platform/auth/account-mail.ts'
import { sendInvitation } from '#server/platform/auth/password-reset.ts'
import { hasSecondFactor, removeSecondFactor } from '#server/platform/auth/second-factor.ts'
import type { SecurityEntry } from '#server/platform/auth/security-log.ts'
import { endSession, listSessions, revokeSessions } from '#server/platform/auth/sessions.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import { assertMayAct } from './user-guard.ts'

const hour = 3600
const maxNamed = 10

/** Throws 404, and 403 for a user who may do more. */
async function reach(db: Db, by: CurrentUser, idOrRef: string) {
  const [found] = await db
    .select()
    .from(users)
    .where(uuid.test(idOrRef) ? eq(users.ref, idOrRef.toLowerCase()) : eq(users.id, Number(idOrRef)))
  if (!found) throw new ApiError('not_found')
  await assertMayAct(db, by, found.id)
  return found
}

const tell = ({ securityLog }: Platform, { db, user, address }: CallRequest, event: SecurityEntry['event'], detail: string) =>
  securityLog.write(db, { event, user: user.id, name: user.name, address, detail })

function invitation(platform: Platform) {
  const toOne = storedLimit(platform, 'invitations to', 3, hour)
  const byOne = storedLimit(platform, 'invitations by', 30, hour)
  return async ({ user, params }: CallRequest) => {
    const invited = await reach(platform.database.db, user, params.id ?? '')
    if (invited.password_hash) throw new ApiError('invalid', `${invited.name} has chosen a password already.`)
    if (!invited.is_active) throw new ApiError('invalid', `${invited.name} is not active.`)
    await byOne.take(user.ref)
    await toOne.take(invited.ref)
    try {
      await sendInvitation(platform, invited)
    } catch (error) {
      platform.log.error({ err: error }, 'an invitation could not be mailed')
      throw new ApiError('unavailable', 'The invitation could not be mailed. Try again later.')
    }
    return { message: `Invitation sent to ${invited.email}` }
  }
}

/** Active people who may create users, for requests. */
async function whoInvites({ db }: CallRequest) {
  const may = sql`exists (select 1 from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.role_id} where ${userRoles.user_id} = ${users.id} and (${roles.is_root} or ${roles.permissions} ? 'create user'))`
  const people = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(sql`${users.is_active} and ${users.password_hash} is not null and ${may}`)
    .orderBy(users.name)
    .limit(maxNamed)
  return { people }
}

export function mountUserAccounts(app: Hono, platform: Platform): void {
  mount(app, platform, contract.userSessions, async ({ user, session, db, params }) => {
    const { id } = await reach(db, user, params.id ?? '')
    return {
      sessions: await listSessions(platform, db, id, session?.jti ?? null),
      second_factor: await hasSecondFactor(db, id),
    }
  })
  mount(app, platform, contract.endUserSession, async (request) => {
    const { user, db, params } = request
    const { id, name } = await reach(db, user, params.id ?? '')
    if (!(await endSession(platform, db, id, params.session_id ?? ''))) throw new ApiError('not_found', 'This session has ended already.')
    await tell(platform, request, 'session-ended', name)
    return { message: 'The session has ended.' }
  })
  mount(app, platform, contract.endUserSessions, async (request) => {
    const { user, session, db, params } = request
    const { id, name } = await reach(db, user, params.id ?? '')
    const ended = await revokeSessions(platform, db, id, id === user.id ? session?.jti : undefined)
    await tell(platform, request, 'session-ended', `${name}: ${ended}`)
    return { message: `All sessions of ${name} have ended.` }
  })
  mount(app, platform, contract.resetSecondFactor, async (request) => {
    const { user, db, params } = request
    const { id, name } = await reach(db, user, params.id ?? '')
    if (id === user.id) throw new ApiError('forbidden', 'Your own second factor is in your account.')
    if (!(await removeSecondFactor(db, id))) throw new ApiError('not_found', `${name} has no second factor.`)
    await revokeSessions(platform, db, id)
    await tell(platform, request, 'second-factor-off', name)
    await mailOwner(platform, db, id, 'factor-off')
    return { message: `The second factor of ${name} was removed.` }
  })
  mount(app, platform, contract.inviteAgain, invitation(platform), { withoutTransaction: true })
  mount(app, platform, contract.whoInvites, whoInvites)
}
