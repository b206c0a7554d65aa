import type { MiddlewareHandler } from 'hono'
import { ApiError, sendProblem } from '../core/problem.ts'
import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'

/** What a request shows: a bearer token, or as a password of any name, which is how a browser asks a person for one. */
function shownToken(header: string): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(.+)$/i.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

/** Lets in whoever shows the token. Without one the address is open, or in production not there. */
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
