/** What runs left to right in every language: numbers, addresses and codes that people read out or copy. */
import type { Kind } from '#contract/kit/field/kind.ts'

const kinds: ReadonlySet<Kind> = new Set<Kind>(['phone', 'email', 'url', 'digits', 'slug', 'colour'])

export const runsLeftToRight = (kind: Kind | undefined): boolean => kind !== undefined && kinds.has(kind)

/** The `dir` of an input: of what is written in it, so that its punctuation stands where its language has it; of the page while it is empty. */
export const typedDirection = (kind: Kind, text: string): 'ltr' | 'auto' | undefined =>
  runsLeftToRight(kind) ? 'ltr' : text === '' ? undefined : 'auto'
