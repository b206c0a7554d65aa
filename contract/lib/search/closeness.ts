/** How near a record is to what somebody typed, for the search of everything: the same on the device and the server. */
import { allowedErrors, prefixDistance } from './edit-distance.ts'
import { fuzzyRecord, noMatch } from './fuzzy-terms.ts'
import { wordsOf } from './words.ts'

export interface Searched {
  texts: readonly string[]
  phone: string
}

/** Fewer characters match too many codes. */
const minCode = 4

const nothing: ReadonlySet<string> = new Set()

const asCode = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Codes such as order numbers: with or without their marks, with a wrong character. */
function codeErrors(search: string): ((texts: readonly string[]) => number) | null {
  const typed = asCode(search)
  if (typed.length < minCode || !/\d/.test(typed)) return null
  const max = allowedErrors(typed)
  return (texts) => {
    const errors = texts.flatMap((text) => text.split(/\s+/)).map((part) => prefixDistance(typed, asCode(part), max))
    const fewest = Math.min(...errors, noMatch)
    return fewest <= max ? fewest : noMatch
  }
}

/** Returns the number of errors of each record: 0 has the text as typed, `noMatch` is something else. */
export function closenessOf(search: string): (record: Searched) => number {
  const term = search.trim().toLowerCase()
  const ofWords = fuzzyRecord(term)
  const ofCodes = codeErrors(term)
  return ({ texts, phone }) => {
    const lower = texts.map((text) => text.toLowerCase())
    if (term === '' || lower.some((text) => text.includes(term))) return term === '' ? noMatch : 0
    // The letters of a code are in every other code as well.
    const words = ofCodes ? nothing : wordsOf(lower.join(' '))
    const fewest = Math.min(ofWords({ words, phone }), ofCodes?.(lower) ?? noMatch)
    return fewest === noMatch ? noMatch : fewest + 1
  }
}
