import { toText } from '#contract/kit/field/guards.ts'
import { normalisePhone } from '#contract/lib/phone.ts'

/** What the overlay of the outbox and the server's rows have in common. */
export interface Known {
  ref: string
  name: string
}

/** The number of a phone that is typed far enough to be one; null before. */
export const wholePhone = (typed: unknown): string | null => (typeof typed === 'string' ? normalisePhone(typed) : null)

/** Other leads with this number, each once, however the number of either is written. */
export function withPhone(rows: readonly Readonly<Record<string, unknown>>[], phone: string, own: string | null): Known[] {
  const found = rows.flatMap(({ ref, name, phone: theirs }) =>
    typeof ref === 'string' && ref !== own && wholePhone(theirs) === phone ? [[ref, { ref, name: toText(name) }] as const] : [],
  )
  return [...new Map(found).values()]
}
