/** Fuzzy search terms: words with typing errors, or a phone number with a wrong digit. The same for leads and chats. */
import { phoneTerm } from '../phone.ts'
import { allowedErrors, bitCount, letters, prefixDistance } from './edit-distance.ts'
import { wordsOf } from './words.ts'

const maxWords = 6
/** Fewer digits match too many numbers. */
const minDigits = 7
/** Above all allowed errors. */
export const noMatch = 255

/** The digits of a phone number, null when too few, or the words of a name. */
export function fuzzyTerms(search: string): { digits: string | null } | { words: string[] } {
  const digits = phoneTerm(search)
  if (digits) return { digits: digits.length >= minDigits ? digits : null }
  return { words: [...wordsOf(search.toLowerCase())].filter((word) => word.length > 2).slice(0, maxWords) }
}

/** One wrong digit leaves half of the number intact. */
export function fuzzyPhone(digits: string): (phone: string) => boolean {
  const half = Math.floor(digits.length / 2)
  const [left, right] = [digits.slice(0, half), digits.slice(half)]
  return (phone) => {
    const begins = phone.startsWith(left) && prefixDistance(digits, phone, 1) <= 1
    const place = begins ? 0 : phone.indexOf(right)
    const start = Math.max(0, place - half - 1)
    return begins || (place >= 0 && [0, 1, 2].some((shift) => prefixDistance(digits, phone.slice(start + shift), 1) <= 1))
  }
}

function errorsOf(typed: string, words: Iterable<string>): number {
  const [maxErrors, own] = [allowedErrors(typed), letters(typed)]
  let fewest = noMatch
  for (const word of words) {
    if (bitCount(own & ~letters(word)) > maxErrors || word.length < typed.length - maxErrors) continue
    const errors = prefixDistance(typed, word, maxErrors)
    if (errors <= maxErrors) fewest = Math.min(fewest, errors)
  }
  return fewest
}

/** Number of errors between a search and a record, in any word order; `noMatch` without a match. */
export function fuzzyRecord(search: string): (record: { words: ReadonlySet<string>; phone: string }) => number {
  const asked = fuzzyTerms(search)
  if ('digits' in asked) {
    const isMatch = asked.digits ? fuzzyPhone(asked.digits) : () => false
    return ({ phone }) => (isMatch(phone) ? 1 : noMatch)
  }
  if (!asked.words.length) return () => noMatch
  return ({ words }) => {
    const errors = asked.words.map((typed) => errorsOf(typed, words))
    return errors.includes(noMatch) ? noMatch : errors.reduce((sum, each) => sum + each, 0)
  }
}
