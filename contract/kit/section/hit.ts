/** A record as the search of everything lists it: its title, a phone number, and one more text that tells it from others. */
import { toText } from '../field/guards.ts'
import { fieldOf, type Section } from './section.ts'

export interface Hit {
  id: number
  ref: string
  title: string
  /** '' where the section has none. */
  phone: string
  detail: string
}

/** Characters of one text, which is a line on the screen. */
const maxText = 120
const maxDetail = 60

const line = (text: string, max: number) =>
  text
    .slice(0, 4_000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)

/** Kinds that say in a few words which record it is. */
const short: readonly string[] = ['text', 'email', 'digits', 'slug']

/** Values of a row that a search looks at, as texts; fields that the row lacks are left out. */
export const searchedTexts = ({ title, list }: Section, row: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([title, ...list.search])].map((name) => line([row[name]].flat().map(toText).join(' '), 2_000)).filter(Boolean)

export function hitOf(section: Section, row: Readonly<Record<string, unknown>> & { id: number; ref: string }): Hit {
  const names = section.list.search.filter((name) => name !== section.title)
  const isPhone = (name: string) => fieldOf(section, name)?.kind === 'phone' || name.endsWith('_phone')
  const textOf = (name: string | undefined) => (name === undefined ? '' : line(toText(row[name]), maxText))
  const others = names.filter((name) => !isPhone(name) && short.includes(fieldOf(section, name)?.kind ?? ''))
  const texts = others.map(textOf).filter(Boolean)
  const title = textOf(section.title) || texts.shift() || textOf(names.find(isPhone)) || String(row.id)
  return {
    id: row.id,
    ref: row.ref,
    title,
    phone: textOf(names.find(isPhone)),
    detail: line(texts.find((text) => text !== title) ?? '', maxDetail),
  }
}
