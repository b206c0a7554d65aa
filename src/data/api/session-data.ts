/** A session stored on the device, and its permissions (docs/product/access.md#permissions). */

import { isRecord } from '#contract/kit/field/guards.ts'
import { everyPermission, isGuest } from '#contract/kit/field/permission.ts'
import type { Session } from '#contract/session.ts'
import { readJson, removeItem, writeItem } from '../base/storage.ts'
import { readToken, removeToken, tokenExpiry, writeToken } from './token.ts'

const sessionKey = 'lapangan-session'
/** Person of the lock screen (lock.ts). */
export const lockedKey = 'lapangan-locked'

/** boot.js reads this key; src/shell/frame/snapshot.ts writes it. */
export const snapshotKey = 'lapangan-last-frame'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])

/** Parses a response of login or me, or a stored session. Null when invalid. */
export function toSession(value: unknown, token: string | null): Session | null {
  if (!isRecord(value) || !isRecord(value.user) || !token) return null
  const { id, ref, name, email } = value.user
  if (typeof id !== 'number' || typeof ref !== 'string' || typeof name !== 'string' || typeof email !== 'string') return null
  return {
    token,
    roles: texts(value.roles),
    permissions: texts(value.permissions),
    roleRead: texts(value.roleRead),
    user: { id, ref, name, email },
    ...(typeof value.image_key === 'string' && { image_key: value.image_key }),
    ...(typeof value.device_key === 'string' && { device_key: value.device_key }),
    ...(value.plain === true && { plain: true }),
  }
}

/** Root has all permissions; others have the server's list, plus 'get admin', which a guest lacks. */
export function withPermissions(session: Session): Session {
  const isRoot = session.roles.some((role) => role.toLowerCase() === 'root')
  const added = isGuest(session.roles) ? [] : ['get admin']
  const permissions = [...new Set([...(isRoot ? everyPermission() : []), ...session.permissions, ...added])]
  return { ...session, permissions }
}

export function storeSession(session: Session): void {
  const { token, ...rest } = session
  writeToken(token)
  removeItem(lockedKey)
  writeItem(sessionKey, JSON.stringify(rest))
}

/** `locks`: the session ended automatically, so its owner is stored. */
export function forgetSession(locks: boolean): void {
  const stored = locks ? readJson(sessionKey) : null
  if (isRecord(stored) && isRecord(stored.user)) writeItem(lockedKey, JSON.stringify(stored.user))
  else if (!locks) removeItem(lockedKey)
  removeToken()
  removeItem(sessionKey)
  removeItem(snapshotKey)
}

/** State of the device: no token, an expired one, one without its user, or a whole session. */
export type StoredSession =
  | { is: 'missing' }
  | { is: 'expired' }
  | { is: 'unreadable' }
  | { is: 'token only'; token: string }
  | { is: 'valid'; session: Session }

export function readSession(now: number): StoredSession {
  const token = readToken()
  if (!token) return { is: 'missing' }
  const expiry = tokenExpiry(token)
  if (expiry === null) return { is: 'unreadable' }
  if (expiry * 1000 <= now) return { is: 'expired' }
  const session = toSession(readJson(sessionKey), token)
  return session ? { is: 'valid', session: withPermissions(session) } : { is: 'token only', token }
}
