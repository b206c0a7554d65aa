/** Signed names of forms on public pages: a form makes one record, however often it is sent, and lasts a day. */
import { uuid } from '#contract/lib/patterns.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>

const signatureOf = ({ tokens }: Signing, form: string, ref: string) => tokens.digest(`${form} ${ref}`).slice(0, 32)

/** Names the record that a form makes. `form`: what it is for, such as `event form 3`. */
export function formToken(signing: Signing, form: string): string {
  const ref = uuidv7()
  return `${ref}.${signatureOf(signing, form, ref)}`
}

const formLastsMs = 24 * 3_600_000

/** Returns the ref of this form; null if it is older than a day, or not ours. */
export function readFormToken(signing: Signing, form: string, token: string): string | null {
  const [ref = '', signature = '', ...rest] = token.slice(0, 100).split('.')
  if (rest.length || !uuid.test(ref) || !timingSafeEqualText(signature, signatureOf(signing, form, ref))) return null
  // The first 48 bits of the ref are when it was made.
  const age = Date.now() - Number.parseInt(ref.replace('-', '').slice(0, 12), 16)
  return age <= formLastsMs ? ref : null
}
