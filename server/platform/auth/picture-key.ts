import { uuid } from '#contract/lib/patterns.ts'
import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'
import type { Tokens } from '../core/tokens.ts'

const digestOf = (tokens: Tokens, jti: string) => tokens.digest(`image-loader ${jti}`).slice(0, 40)

/** Key for a session's `<img>` instead of its token: valid as long as the session, for pictures only. */
export function pictureKey(tokens: Tokens, jti: string): string {
  return `${jti}.${digestOf(tokens, jti)}`
}

/** Returns the session of a key; null for a foreign key. */
export function sessionOfKey(tokens: Tokens, key: string): string | null {
  const [jti = '', digest = ''] = key.split('.')
  return uuid.test(jti) && timingSafeEqualText(digest, digestOf(tokens, jti)) ? jti : null
}
