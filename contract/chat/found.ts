/** The search in the list of chats: its words, whatever their order, in what is known of a room or in one of its messages. */
import { phoneTerm } from '../lib/phone.ts'

/** Characters that are shown of a message that was found. */
const shown = 120
/** Characters before what was found. */
const lead = 24

/** More words than anybody types; each is a condition of the query. */
const maxWords = 12

/** The first twelve words of a search in lower case, each once. */
export const searchWords = (search: string): string[] => [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxWords)

/** The digits that a phone number is stored with, however it was written; null for what is no number. */
export const searchPhone = (search: string): string | null => phoneTerm(search)

/** Messages are searched for words of three letters and more: fewer are in nearly all of them. */
export const searchesMessages = (search: string): boolean => searchWords(search).some((word) => word.length > 2)

/** The part of a message around the first word that was looked for, on one line. */
export function excerpt(content: string, words: readonly string[]): string {
  const line = content.replace(/\s+/g, ' ').trim()
  const lower = line.toLowerCase()
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), line.length)
  const from = at === line.length || at <= lead ? 0 : line.lastIndexOf(' ', at - lead) + 1
  const part = line.slice(from, from + shown)
  return `${from > 0 ? '… ' : ''}${part}${from + shown < line.length ? ' …' : ''}`
}
