/** Stored access token (docs/product/session.md#session), and handling of a 401. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'

/** boot.js reads this key. */
export const tokenKey = 'jwt_access_token'

export const readToken = (): string | null => readItem(tokenKey)
export const writeToken = (token: string): void => writeItem(tokenKey, token)
export const removeToken = (): void => removeItem(tokenKey)

/** Claims of a token; none for invalid text. */
export function tokenClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}

/** Claim `exp` in seconds since 1970; null when there is none. */
export function tokenExpiry(token: string): number | null {
  const { exp } = tokenClaims(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
}

let unauthorizedListener: (() => void) | null = null

/** Registered by the session; requests do not import it. */
export function onUnauthorized(listener: () => void): void {
  unauthorizedListener = listener
}

/** A late 401 of an old token is ignored. */
export function reportUnauthorized(usedToken: string | null): void {
  if (usedToken !== null && usedToken === readToken()) unauthorizedListener?.()
}
