/** Leads that were nearly meant: every word of the search is near a word of theirs, or the number near their phone number. */
import { phoneTerm } from '#contract/lib/phone.ts'
import { bitCount, forgiven, letters, prefixDistance } from './nearness.ts'
import type { LeadTable } from './table.ts'
import { wordsOf } from './words.ts'

/** A lead and its errors. */
export interface Near {
  slot: number
  errors: number
}

const mostWords = 6
/** Fewer digits are near too many numbers. */
const leastDigits = 7
const far = 255

const letterBits = new WeakMap<LeadTable, number[]>()

function bitsOf(table: LeadTable): number[] {
  const bits = letterBits.get(table) ?? []
  const { values } = table.vocabulary
  for (let at = bits.length; at < values.length; at++) bits.push(letters(String(values[at])))
  letterBits.set(table, bits)
  return bits
}

/** Errors between one typed word and each word of the vocabulary; `far` for too many. */
function distances(table: LeadTable, typed: string): Uint8Array {
  const most = forgiven(typed)
  const own = letters(typed)
  const bits = bitsOf(table)
  return Uint8Array.from(table.vocabulary.values, (value, at) => {
    if (bitCount(own & ~(bits[at] ?? 0)) > most) return far
    const word = String(value)
    if (word.length < typed.length - most) return far
    const errors = prefixDistance(typed, word, most)
    return errors > most ? far : errors
  })
}

function nearWords(table: LeadTable, mask: Uint8Array, words: readonly string[]): Near[] {
  const errors = words.map((word) => distances(table, word))
  const { values: tokens } = table.words
  const { values: ends } = table.wordEnds
  const best = new Uint8Array(words.length)
  const found: Near[] = []
  for (let slot = 0; slot < mask.length; slot++) {
    if (!mask[slot]) continue
    best.fill(far)
    const end = ends[slot] ?? 0
    for (let at = slot === 0 ? 0 : (ends[slot - 1] ?? 0); at < end; at++) {
      const token = tokens[at] ?? 0
      for (let word = 0; word < best.length; word++) {
        const cost = errors[word]?.[token] ?? far
        if (cost < (best[word] ?? far)) best[word] = cost
      }
    }
    if (!best.includes(far)) found.push({ slot, errors: best.reduce((sum, cost) => sum + cost, 0) })
  }
  return found
}

/** One wrong digit leaves one half of the number right. */
function nearPhones(table: LeadTable, mask: Uint8Array, digits: string): Near[] {
  const half = Math.floor(digits.length / 2)
  const [left, right] = [digits.slice(0, half), digits.slice(half)]
  const found: Near[] = []
  table.texts.phone.forEach((phone, slot) => {
    if (!mask[slot]) return
    const begins = phone.startsWith(left) && prefixDistance(digits, phone, 1) <= 1
    const place = begins ? 0 : phone.indexOf(right)
    const start = Math.max(0, place - half - 1)
    const isNear = begins || (place >= 0 && [0, 1, 2].some((shift) => prefixDistance(digits, phone.slice(start + shift), 1) <= 1))
    if (isNear) found.push({ slot, errors: 1 })
  })
  return found
}

/** Among the leads of the mask, in no order. */
export function nearly(table: LeadTable, mask: Uint8Array, search: string): Near[] {
  const digits = phoneTerm(search)
  if (digits) return digits.length >= leastDigits ? nearPhones(table, mask, digits) : []
  const words = [...wordsOf(search.toLowerCase())].filter((word) => word.length > 2).slice(0, mostWords)
  return words.length ? nearWords(table, mask, words) : []
}
