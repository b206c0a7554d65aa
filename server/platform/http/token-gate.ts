import type { MiddlewareHandler } from 'hono'
import { ApiError, sendProblem } from '../core/problem.ts'
import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'

/** Returns the token of a request: bearer, or as a password with any name, which browsers can prompt for. */
function shownToken(header: string): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S.*)$/i.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

/** Requires the token. Without one configured: open, or 404 in production. */
export function tokenGate(token: string | null, production: boolean): MiddlewareHandler {
  return async (c, next) => {
    if (token === null) {
      if (!production) return next()
      return sendProblem(c, new ApiError('not_found', 'There is nothing at this address.'))
    }
    if (timingSafeEqualText(shownToken(c.req.header('Authorization') ?? ''), token)) return next()
    const refusal = sendProblem(c, new ApiError('unauthenticated', 'This address needs a token.'))
    refusal.headers.append('WWW-Authenticate', 'Basic realm="Lapangan", charset="UTF-8"')
    return refusal
  }
}
