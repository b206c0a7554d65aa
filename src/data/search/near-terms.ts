/** What a search may have meant: words with typing errors, or a phone number with a wrong digit. The same for leads and chats. */
import { phoneTerm } from '#contract/lib/phone.ts'
import { bitCount, forgiven, letters, prefixDistance } from './nearness.ts'
import { wordsOf } from './words.ts'

const maxWords = 6
/** Fewer digits are near too many numbers. */
const minDigits = 7
/** More errors than are forgiven. */
export const far = 255

/** The digits of a phone number, null for too few, or the words of a name. */
export function nearTerms(search: string): { digits: string | null } | { words: string[] } {
  const digits = phoneTerm(search)
  if (digits) return { digits: digits.length >= minDigits ? digits : null }
  return { words: [...wordsOf(search.toLowerCase())].filter((word) => word.length > 2).slice(0, maxWords) }
}

/** One wrong digit leaves one half of the number right. */
export function phoneNear(digits: string): (phone: string) => boolean {
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
  const [maxErrors, own] = [forgiven(typed), letters(typed)]
  let fewest = far
  for (const word of words) {
    if (bitCount(own & ~letters(word)) > maxErrors || word.length < typed.length - maxErrors) continue
    const errors = prefixDistance(typed, word, maxErrors)
    if (errors <= maxErrors) fewest = Math.min(fewest, errors)
  }
  return fewest
}

/** Errors between a search and one record, in whatever order its words were typed; `far` for one that is not near. */
export function nearRecord(search: string): (record: { words: ReadonlySet<string>; phone: string }) => number {
  const asked = nearTerms(search)
  if ('digits' in asked) {
    const isNear = asked.digits ? phoneNear(asked.digits) : () => false
    return ({ phone }) => (isNear(phone) ? 1 : far)
  }
  if (!asked.words.length) return () => far
  return ({ words }) => {
    const errors = asked.words.map((typed) => errorsOf(typed, words))
    return errors.includes(far) ? far : errors.reduce((sum, each) => sum + each, 0)
  }
}
