import { uuid } from '#contract/lib/patterns.ts'
import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'
import type { Tokens } from '../core/tokens.ts'

const digestOf = (tokens: Tokens, jti: string) => tokens.digest(`image-loader ${jti}`).slice(0, 40)

/** What a session's `<img>` shows in place of its token: it ends with the session, and opens nothing but pictures. */
export function pictureKey(tokens: Tokens, jti: string): string {
  return `${jti}.${digestOf(tokens, jti)}`
}

/** The session of a key; null for one that this server did not make. */
export function sessionOfKey(tokens: Tokens, key: string): string | null {
  const [jti = '', digest = ''] = key.split('.')
  return uuid.test(jti) && timingSafeEqualText(digest, digestOf(tokens, jti)) ? jti : null
}
