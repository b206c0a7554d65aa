/** Finds participants by what somebody types at the door: parts of a name, a phone in any spelling, and with typing errors. */
import { phoneTerm } from '#contract/lib/phone.ts'
import { fuzzyRecord, noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import { fold, wordsOf } from '#contract/lib/search/words.ts'
import type { DoorPerson } from './kept-door.ts'

interface Entry {
  person: DoorPerson
  name: string
  words: ReadonlySet<string>
  phone: string
}

const max = 8

/** Returns a search over these people, who are read once. */
export function buildFinder(people: Iterable<DoorPerson>): (typed: string) => DoorPerson[] {
  const entries = Array.from(people, (person): Entry => {
    const name = fold(person.name.toLowerCase())
    return { person, name, words: wordsOf(person.name.toLowerCase()), phone: person.phone }
  })
  return (typed) => {
    const text = fold(typed.trim().toLowerCase())
    if (text.length < 2) return []
    const digits = phoneTerm(typed.trim())
    const parts = text.split(/\s+/)
    const rankOf = ({ name, phone }: Entry): number => {
      if (digits) return phone.includes(digits) ? 0 : noMatch
      if (name.startsWith(text)) return 0
      const words = name.split(/\s+/)
      return parts.every((part) => words.some((word) => word.startsWith(part))) ? 1 : name.includes(text) ? 2 : noMatch
    }
    const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) })).filter(({ rank }) => rank < noMatch)
    const isFuzzy = digits ? ranked.length === 0 : ranked.length < max
    const errors = isFuzzy ? fuzzyRecord(typed.trim()) : null
    const taken = new Set(ranked.map(({ entry }) => entry))
    if (errors)
      for (const entry of entries) {
        const found = taken.has(entry) ? noMatch : errors(entry)
        if (found < noMatch) ranked.push({ entry, rank: 10 + found })
      }
    return ranked
      .sort((a, b) => a.rank - b.rank || (a.entry.name < b.entry.name ? -1 : 1))
      .slice(0, max)
      .map(({ entry }) => entry.person)
  }
}
