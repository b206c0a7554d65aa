/** Signed addresses of a person's own registration: they show, cancel and accept it (docs/product/events.md#own-page). */
import { uuid } from '#contract/lib/patterns.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>

const signatureOf = ({ tokens }: Signing, ref: string) => tokens.digest(`event registration ${ref}`).slice(0, 32)

/** 'r' is too short for a slug, so no event has the address. */
export const ownPath = (signing: Signing, ref: string): string => `/e/r/${ref}.${signatureOf(signing, ref)}`

/** Returns the participant's ref of an own address; null if its signature is wrong. */
export function readOwnToken(signing: Signing, token: string): string | null {
  const [ref = '', signature = '', ...rest] = token.slice(0, 100).split('.')
  if (rest.length || !uuid.test(ref)) return null
  const own = ref.toLowerCase()
  return timingSafeEqualText(signature, signatureOf(signing, own)) ? own : null
}
