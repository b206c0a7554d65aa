/** The stored access token (docs/product/session.md#session) and the handling of a 401. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'

/** boot.js reads the same key. */
export const tokenKey = 'jwt_access_token'

export const readToken = (): string | null => readItem(tokenKey)
export const writeToken = (token: string): void => writeItem(tokenKey, token)
export const removeToken = (): void => removeItem(tokenKey)

/** What a token says of itself; nothing when the text is no token. */
export function tokenClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}

/** Seconds since 1970 of the claim `exp`; null when the text is no token that says so. */
export function tokenExpiry(token: string): number | null {
  const { exp } = tokenClaims(token)
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
}

let unauthorizedListener: (() => void) | null = null

/** The session registers here; requests must not know it. */
export function onUnauthorized(listener: () => void): void {
  unauthorizedListener = listener
}

/** A late 401 of a token that is no longer ours ends nothing. */
export function reportUnauthorized(usedToken: string | null): void {
  if (usedToken !== null && usedToken === readToken()) unauthorizedListener?.()
}
