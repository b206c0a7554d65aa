/** Signed addresses of a person's own registration: they show, cancel and accept it (docs/product/events.md#own-page). */
import { uuid } from '#contract/lib/patterns.ts'
import type { eventParticipants } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>
type Owner = Pick<typeof eventParticipants.$inferSelect, 'ref' | 'email' | 'ticket'>

const signatureOf = ({ tokens }: Signing, what: string) => tokens.digest(what).slice(0, 32)

interface Token {
  ref: string
  signature: string
}

/** The parts of a token, of which nothing is checked; null where it is none. */
export function splitToken(token: string): Token | null {
  const [ref = '', signature = '', ...rest] = token.slice(0, 100).split('.')
  return rest.length || !uuid.test(ref) ? null : { ref: ref.toLowerCase(), signature }
}

const ownSignature = (signing: Signing, { ref, email }: Owner) => signatureOf(signing, `event own ${ref} ${email ?? ''}`)

/** Of the mailbox that it is sent to: with another one the address is another. 'r' is too short for a slug, so no event has it. */
export const ownPath = (signing: Signing, owner: Owner): string => `/e/r/${owner.ref}.${ownSignature(signing, owner)}`

/** Whether a token opens this registration. Mails of earlier versions name the ref alone: they open the first ticket's. */
export function opensOwn(signing: Signing, { signature }: Token, owner: Owner): boolean {
  if (timingSafeEqualText(signature, ownSignature(signing, owner))) return true
  return owner.ticket === 1 && timingSafeEqualText(signature, signatureOf(signing, `event registration ${owner.ref}`))
}

/** Names a form that was sent, on the page of thanks: it shows the ticket of the registration that the form made, if it made one. */
export const sentToken = (signing: Signing, form: string): string => `${form}.${signatureOf(signing, `event ticket ${form}`)}`

/** Returns the form's ref of such a token; null if its signature is wrong. */
export function readSentToken(signing: Signing, text: string): string | null {
  const token = splitToken(text)
  return token && timingSafeEqualText(token.signature, signatureOf(signing, `event ticket ${token.ref}`)) ? token.ref : null
}
