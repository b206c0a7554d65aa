/** Kinds that are left-to-right in every language: numbers, addresses and codes. */
import type { Kind } from '#contract/kit/field/kind.ts'

const kinds: ReadonlySet<Kind> = new Set<Kind>(['phone', 'email', 'url', 'digits', 'slug', 'colour'])

export const runsLeftToRight = (kind: Kind | undefined): boolean => kind !== undefined && kinds.has(kind)

/** The `dir` of an input: by its text, so that punctuation is on the right side; the page's while it is empty. */
export const typedDirection = (kind: Kind, text: string): 'ltr' | 'auto' | undefined =>
  runsLeftToRight(kind) ? 'ltr' : text === '' ? undefined : 'auto'
