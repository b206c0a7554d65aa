/** Signed addresses of a person's own registration: they show, cancel and accept it (docs/product/events.md#own-page). */
import { uuid } from '#contract/lib/patterns.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>

/** What an address shows: the own page, which also cancels, or the ticket after the form. */
type Purpose = 'registration' | 'ticket'

const signatureOf = ({ tokens }: Signing, purpose: Purpose, ref: string) => tokens.digest(`event ${purpose} ${ref}`).slice(0, 32)
const tokenOf = (signing: Signing, purpose: Purpose, ref: string) => `${ref}.${signatureOf(signing, purpose, ref)}`

/** 'r' is too short for a slug, so no event has the address. */
export const ownPath = (signing: Signing, ref: string): string => `/e/r/${tokenOf(signing, 'registration', ref)}`

/** Returns the participant's ref of a token; null if its signature is wrong. */
function readToken(signing: Signing, purpose: Purpose, token: string): string | null {
  const [ref = '', signature = '', ...rest] = token.slice(0, 100).split('.')
  if (rest.length || !uuid.test(ref)) return null
  const own = ref.toLowerCase()
  return timingSafeEqualText(signature, signatureOf(signing, purpose, own)) ? own : null
}

export const readOwnToken = (signing: Signing, token: string): string | null => readToken(signing, 'registration', token)

/** Shows the ticket on the page of thanks, and nothing else. */
export const ticketToken = (signing: Signing, ref: string): string => tokenOf(signing, 'ticket', ref)
export const readTicketToken = (signing: Signing, token: string): string | null => readToken(signing, 'ticket', token)
