/**
 * Fuzzy search: every word of the search is within a few typing errors of a word of the row, or its number of their
 * phone number.
 */

import { toText } from '#contract/kit/field/guards.ts'
import { allowedErrors, bitCount, letters, prefixDistance } from '#contract/lib/search/edit-distance.ts'
import { fuzzyPhone, fuzzyTerms, noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import type { RowTable } from './table.ts'

const letterBits = new WeakMap<RowTable, number[]>()

function bitsOf(table: RowTable): number[] {
  const bits = letterBits.get(table) ?? []
  const { values } = table.vocabulary
  for (let at = bits.length; at < values.length; at++) bits.push(letters(toText(values[at])))
  letterBits.set(table, bits)
  return bits
}

/** Errors between one typed word and each word of the vocabulary; `noMatch` for too many. */
function distances(table: RowTable, typed: string): Uint8Array {
  const maxErrors = allowedErrors(typed)
  const own = letters(typed)
  const bits = bitsOf(table)
  return Uint8Array.from(table.vocabulary.values, (value, at) => {
    if (bitCount(own & ~(bits[at] ?? 0)) > maxErrors) return noMatch
    const word = toText(value)
    if (word.length < typed.length - maxErrors) return noMatch
    const errors = prefixDistance(typed, word, maxErrors)
    return errors > maxErrors ? noMatch : errors
  })
}

/** Fewest errors over the words of a row for each typed word, added up. */
function errorsOf(table: RowTable, slot: number, errors: readonly Uint8Array[]): number {
  const from = slot === 0 ? 0 : (table.wordEnds.values[slot - 1] ?? 0)
  const tokens = table.words.values.subarray(from, table.wordEnds.values[slot])
  return errors.reduce((sum, costs) => sum + tokens.reduce((fewest, token) => Math.min(fewest, costs[token] ?? noMatch), noMatch), 0)
}

function fuzzyWords(table: RowTable, mask: Uint8Array, words: readonly string[]): Uint8Array {
  const errors = words.map((word) => distances(table, word))
  // One bit per typed word that matches a word of the vocabulary: these alone rule out most rows.
  const bits = table.vocabulary.values.reduce<Uint8Array>((all, _, token) => {
    errors.forEach((costs, word) => {
      if (costs[token] !== noMatch) all[token] = (all[token] ?? 0) | (1 << word)
    })
    return all
  }, new Uint8Array(table.vocabulary.values.length))
  const every = (1 << words.length) - 1
  const { values: tokens } = table.words
  const { values: ends } = table.wordEnds
  const found = new Uint8Array(mask.length).fill(noMatch)
  for (let slot = 0, at = 0; slot < mask.length; slot++) {
    const end = ends[slot] ?? 0
    let met = 0
    for (; at < end; at++) met |= bits[tokens[at] ?? 0] ?? 0
    if (met === every && mask[slot]) found[slot] = errorsOf(table, slot, errors)
  }
  return found
}

function fuzzyPhones(table: RowTable, mask: Uint8Array, digits: string): Uint8Array {
  const isMatch = fuzzyPhone(digits)
  const found = new Uint8Array(mask.length).fill(noMatch)
  table.texts.phone?.forEach((phone, slot) => {
    if (mask[slot] && isMatch(phone)) found[slot] = 1
  })
  return found
}

/**
 * Errors of each row of the mask by slot, `noMatch` for one that does not match; null when the search is too short for
 * a fuzzy search.
 */
export function fuzzyErrors(table: RowTable, mask: Uint8Array, search: string): Uint8Array | null {
  const asked = fuzzyTerms(search)
  if ('digits' in asked) return asked.digits ? fuzzyPhones(table, mask, asked.digits) : null
  return asked.words.length ? fuzzyWords(table, mask, asked.words) : null
}
