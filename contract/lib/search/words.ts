/** Words of a text, for fuzzy search. */
import { normaliseText } from '../normalise-text.ts'

const foreign = /\P{ASCII}/u
const marks = /\p{M}/gu
const latin = /[a-z]{2,}/g
const letters = /\p{L}{2,}/gu

/** Removes accents: 'unal' matches 'Ünal'. */
export function fold(text: string): string {
  return foreign.test(text) ? normaliseText(text, 'NFD').replace(marks, '') : text
}

/** Distinct words of a text in lower case, without accents and digits. */
export function wordsOf(text: string): Set<string> {
  const folded = fold(text)
  return new Set(folded.match(folded === text ? latin : letters))
}
