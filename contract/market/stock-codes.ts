/** Codes of stocks in what people write (docs/product/assistant.md#stock-codes). */
import { everydayWords } from './everyday-words.ts'

const four = /(?<![\p{L}\p{N}])\p{L}{4}(?![\p{L}\p{N}])/gu
const named = /(?:(?<!\p{L})(?:kode|emiten)|\$)[\s:]{0,3}$/iu

/**
 * Codes of a text in the order in which they come, each once; `known` says which there are. One that is a word as well counts in
 * capitals where not all is in capitals, or behind 'kode', 'emiten' or '$'.
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
