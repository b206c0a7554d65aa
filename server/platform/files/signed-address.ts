/** Signed addresses: until they expire, the file is read without a session. */

import { timingSafeEqualText } from '../core/timing-safe-equal-text.ts'
import type { Tokens } from '../core/tokens.ts'
import { sha256Of } from './files.ts'

/** Seconds: longer than a lesson, shorter than a day. */
export const signedSeconds = 6 * 3_600

/** Addresses of one quarter of an hour are equal, so that a browser's cache knows them again. */
const step = 900

type Digest = Pick<Tokens, 'digest'>

const signatureOf = ({ digest }: Digest, sha256: string, until: number) => digest(`file ${sha256} ${until}`).slice(0, 43)

/** Returns the address with its end and signature, and that end in seconds since 1970. */
export function signAddress(tokens: Digest, url: string, now = Date.now()): { url: string; until: number } {
  const until = Math.floor(now / 1_000 / step) * step + step + signedSeconds
  return { url: `${url}?until=${until}&sign=${signatureOf(tokens, sha256Of(url) ?? '', until)}`, until }
}

/** Whether a signature is right and its time not over. */
export function isSigned(tokens: Digest, sha256: string, query: Readonly<Record<string, string | undefined>>, now = Date.now()): boolean {
  const until = Number(query.until)
  if (!Number.isSafeInteger(until) || until * 1_000 <= now) return false
  return timingSafeEqualText(query.sign ?? '', signatureOf(tokens, sha256, until))
}
