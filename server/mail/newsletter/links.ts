/** Signed names of recipients: in addresses of a mail, and as its Message-ID. They do not expire. */
import type { Platform } from '#server/platform/core/context.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'

type Signing = Pick<Platform, 'tokens'>
/** Each token is good for one purpose. */
type Purpose = 'unsubscribe' | 'open' | 'click' | 'mail'

const signatureOf = ({ tokens }: Signing, purpose: Purpose, id: number) => tokens.digest(`newsletter ${purpose} ${id}`).slice(0, 32)

/** A recipient's name for a purpose; `id` 0 is a test, which is nobody. */
export const recipientToken = (signing: Signing, purpose: Purpose, id: number): string => `${id}-${signatureOf(signing, purpose, id)}`

/** Returns the recipient's id; null for a wrong signature. */
export function readRecipientToken(signing: Signing, purpose: Purpose, token: string): number | null {
  const [, number = '', signature = ''] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(token) ?? []
  if (!signature) return null
  const id = Number(number)
  return timingSafeEqualText(signature, signatureOf(signing, purpose, id)) ? id : null
}
