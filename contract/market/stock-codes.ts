/** Stock codes in texts (docs/product/assistant.md#stock-codes). */
import { everydayWords } from './everyday-words.ts'

const four = /(?<![\p{L}\p{N}])\p{L}{4}(?![\p{L}\p{N}])/gu
const named = /(?:(?<!\p{L})(?:kode|emiten)|\$)[\s:]{0,3}$/iu

/**
 * Returns the distinct codes of a text in order; `known`: valid codes. A code that is a word counts only in capitals within a text in mixed
 * case, or after 'kode', 'emiten' or '$'.
 */
export function stockCodesIn(text: string, known: { has(code: string): boolean }): string[] {
  const isLoud = text === text.toUpperCase()
  const found = [...text.matchAll(four)].flatMap(({ 0: word, index }) => {
    const code = word.toUpperCase()
    if (!known.has(code)) return []
    if (!everydayWords.has(code.toLowerCase()) || named.test(text.slice(Math.max(0, index - 10), index))) return [code]
    return word === code && !isLoud ? [code] : []
  })
  return [...new Set(found)]
}
