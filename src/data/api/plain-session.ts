/** Session of a server with only the base contract: its login returns no user (docs/product/session.md#calls, decision 9). */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { Session } from '#contract/session.ts'
import { tokenClaims } from './token.ts'

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** User id from the token, for 'mine'; 0 when absent. */
function idOf(token: string): number {
  const { sub, id, user_id } = tokenClaims(token)
  return [id, user_id, sub].map((claim) => (typeof claim === 'string' && /^\d{1,15}$/.test(claim) ? Number(claim) : claim)).find(isId) ?? 0
}

/**
 * The user is identified by the sign-in name, so that the device's data is found again. Null unless the response has the base contract's
 * parts: a token with expiry, roles and permissions.
 */
export function plainSession(response: unknown, token: string | null, username: string): Session | null {
  if (!isRecord(response) || !token || typeof tokenClaims(token).exp !== 'number') return null
  const { roles, permissions, roleRead } = response
  if (!isTexts(roles) || !isTexts(permissions)) return null
  const name = username.trim().toLowerCase()
  const user = { id: idOf(token), ref: `plain-${encodeURIComponent(name)}`, name, email: name.includes('@') ? name : '' }
  return { token, roles, permissions, roleRead: isTexts(roleRead) ? roleRead : [], user, plain: true }
}
