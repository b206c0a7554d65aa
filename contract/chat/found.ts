/** Search in the list of chats: all words, in any order, in a room's data or in one message. */
import { phoneTerm } from '../lib/phone.ts'
import { searchForm } from '../lib/search/words.ts'

/** Maximum characters of an excerpt. */
const shown = 120
/** Characters before the match. */
const lead = 24

/** Maximum number of words; each is a condition. */
export const maxWords = 12

/** Returns the first twelve distinct words in the form of a search. */
export const searchWords = (search: string): string[] => [...new Set(searchForm(search).split(/\s+/).filter(Boolean))].slice(0, maxWords)

/** Returns the stored digits of a phone number in any notation; null for others. */
export const searchPhone = (search: string): string | null => phoneTerm(search)

/** Messages are searched for words of three letters and more: most contain the shorter ones. */
export const searchesMessages = (search: string): boolean => searchWords(search).some((word) => word.length > 2)

/** The place in a text of a character of its search form. */
function placeIn(text: string, place: number): number {
  let at = 0
  for (let passed = 0; at < text.length; at++) {
    if (searchForm(text[at] ?? '') === '') continue
    if (passed === place) break
    passed += 1
  }
  return at
}

/** Returns the part of a message around the first matching word, on one line. */
export function excerpt(content: string, words: readonly string[]): string {
  const line = content.replace(/\s+/g, ' ').trim()
  const form = searchForm(line)
  const found = Math.min(...words.map((word) => form.indexOf(word)).filter((place) => place >= 0), line.length)
  const at = found === line.length ? found : placeIn(line, found)
  const from = at === line.length || at <= lead ? 0 : line.lastIndexOf(' ', at - lead) + 1
  const part = line.slice(from, from + shown)
  return `${from > 0 ? '… ' : ''}${part}${from + shown < line.length ? ' …' : ''}`
}
