import { allowedErrors, prefixDistance } from '#contract/lib/search/edit-distance.ts'
import { fold } from '#contract/lib/search/words.ts'
import { isFound } from '../menu/find.ts'

interface Named {
  label: string
  words: readonly string[]
}

const partsOf = (text: string) =>
  fold(text.toLowerCase())
    .split(/[\s:/-]+/)
    .filter(Boolean)

/** Whether every word of `typed` begins a word of these names, but for typing errors. */
function isNear(typed: string, names: readonly string[]): boolean {
  const words = names.flatMap(partsOf)
  const parts = partsOf(typed)
  // Beside another word, a short one matches few names.
  const most = (part: string) => (parts.length > 1 && part.length === 3 ? 1 : allowedErrors(part))
  return parts.every((part) => words.some((word) => prefixDistance(part, word, most(part)) <= most(part)))
}

/** Entries whose names have the text; those that nearly have it where none does. All of them for an empty text. */
export function pickMeant<E extends Named>(entries: readonly E[], typed: string): E[] {
  const exact = entries.filter(({ label, words }) => isFound(typed, label, ...words))
  return exact.length ? exact : entries.filter(({ label, words }) => isNear(typed, [label, ...words]))
}
