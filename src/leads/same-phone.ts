import { toText } from '#contract/kit/field/guards.ts'
import { normalisePhone } from '#contract/lib/phone.ts'

/** Fields common to the outbox overlay and the server's rows. */
export interface Known {
  ref: string
  name: string
}

/** Normalised phone of a complete number; null while it is too short. */
export const wholePhone = (typed: unknown): string | null => (typeof typed === 'string' ? normalisePhone(typed) : null)

/** Other leads with this number, each once, in whatever format it is stored. */
export function withPhone(rows: readonly Readonly<Record<string, unknown>>[], phone: string, own: string | null): Known[] {
  const found = rows.flatMap(({ ref, name, phone: theirs }) =>
    typeof ref === 'string' && ref !== own && wholePhone(theirs) === phone ? [[ref, { ref, name: toText(name) }] as const] : [],
  )
  return [...new Map(found).values()]
}
