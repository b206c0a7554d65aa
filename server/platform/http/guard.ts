import type { Context } from 'hono'
import type { Call } from '#contract/kit/section/call.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { syncHeaders } from '#contract/sync.ts'
import { type CurrentUser, guest, type Platform } from '../core/context.ts'
import { readMemberToken } from '../core/member-tokens.ts'
import { ApiError } from '../core/problem.ts'
import { clientAddress } from './request.ts'

export interface Caller {
  user: CurrentUser
  /** Session of the request; null in public calls. */
  session: { jti: string; token: string } | null
  /** Id of the member of a member's app; null for guests and the console. */
  member: number | null
}

/** Token of the Authorization header, if any. */
export const bearerOf = (c: Context) => /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]

/** A wrong token is refused even where none is needed, so that an app learns of it. */
async function readMember(c: Context, platform: Platform, { member }: Call): Promise<number | null> {
  const token = member && bearerOf(c)
  if (token) return readMemberToken(platform, token)
  if (member === 'required') throw new ApiError('unauthenticated', 'This needs the token of a member.')
  return null
}

/** Returns the caller: 401 without a valid session, 421 for changes of another user. */
async function authenticate(c: Context, platform: Platform): Promise<Caller> {
  const token = bearerOf(c)
  if (!token) throw new ApiError('unauthenticated', sessionMessages.invalid)
  const jti = await platform.tokens.verify(token)
  const user = await platform.people.bySession(jti)
  if (!user) throw new ApiError('unauthenticated', sessionMessages.invalid)
  const owner = c.req.header(syncHeaders.owner)
  if (owner !== undefined && owner.toLowerCase() !== user.ref) throw new ApiError('wrong_owner')
  return { user, session: { jti, token }, member: null }
}

/** Logs a request without permission to the security log. */
export function countRefusal(c: Context, { securityLog, settings }: Platform, call: Call, { id, name }: CurrentUser): void {
  const address = clientAddress(c, settings.trustProxy)
  securityLog.count({ event: 'refused', user: id || undefined, name, address, detail: call.name })
}

/** Checks session and permission, before existence is revealed. Throws 401, 421, 403. */
export async function admit(c: Context, platform: Platform, call: Call): Promise<Caller> {
  const { permission } = call
  if (permission === 'public') return { user: guest, session: null, member: await readMember(c, platform, call) }
  const caller = await authenticate(c, platform)
  if (permission === 'signed-in') return caller
  const anyOf = typeof permission === 'string' ? [permission] : permission
  if (!anyOf.some((needed) => caller.user.permissions.has(needed))) {
    countRefusal(c, platform, call, caller.user)
    throw new ApiError('forbidden')
  }
  return caller
}
