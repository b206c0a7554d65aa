/** Words of a text, for fuzzy search. */
import { normaliseText } from '../normalise-text.ts'

const foreign = /\P{ASCII}/u
const marks = /\p{M}/gu
const latin = /[a-z]{2,}/g
const letters = /\p{L}{2,}/gu

/** Apostrophes as keyboards write them: names are searched without any (docs/product/lists.md#search). */
export const apostrophes = "'’‘‛ʼʻ`´′＇"
export const anyApostrophe = new RegExp(`[${apostrophes}]`, 'g')

/** As texts and search terms are compared: in lower case, without apostrophes. */
export const searchForm = (text: string): string => text.toLowerCase().replace(anyApostrophe, '')

/** Removes accents and apostrophes: 'unal' matches 'Ünal', 'numan' "Nu'man". */
export function fold(text: string): string {
  const plain = text.replace(anyApostrophe, '')
  return foreign.test(plain) ? normaliseText(plain, 'NFD').replace(marks, '') : plain
}

/** Distinct words of a text in lower case, without accents and digits. */
export function wordsOf(text: string): Set<string> {
  const folded = fold(text)
  return new Set(folded.match(folded === text ? latin : letters))
}
