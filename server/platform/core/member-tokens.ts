/** Tokens of members' apps (docs/product/push-and-app.md#member-tokens): no session, and no permission of the console. */
import { and, eq, isNull } from 'drizzle-orm'
import { uuid } from '#contract/lib/patterns.ts'
import { members } from '#server/db/tables/members.ts'
import type { Platform } from './context.ts'
import { ApiError } from './problem.ts'

const lifetime = 30 * 86_400

export const issueMemberToken = ({ tokens }: Pick<Platform, 'tokens'>, ref: string): Promise<string> =>
  tokens.sign('member', { sub: ref }, lifetime)

/** Returns the member's id. Throws 401 for a token that is wrong or over, and for a member who was deleted. */
export async function readMemberToken({ tokens, database }: Pick<Platform, 'tokens' | 'database'>, token: string): Promise<number> {
  const { sub } = (await tokens.read('member', token)) ?? {}
  const known = sub !== undefined && uuid.test(sub) ? sub : null
  const where = and(eq(members.ref, known ?? ''), isNull(members.deleted_at), isNull(members.erased_at))
  const [member] = known ? await database.db.select({ id: members.id }).from(members).where(where) : []
  if (!member) throw new ApiError('unauthenticated', 'The token is not of a member.')
  return member.id
}
