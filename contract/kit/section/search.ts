/** What a search looks for, the same on both sides. */
import { phoneTerm } from '../../lib/phone.ts'
import { fieldOf, type Section } from './section.ts'

/** In lower case: the term, and the stored form of a phone number that was written another way. Either one is enough. */
export function searchTerms(section: Section, search: string): string[] {
  const term = search.toLowerCase()
  const hasPhone = section.list.search.some((name) => fieldOf(section, name)?.kind === 'phone')
  const phone = hasPhone ? phoneTerm(search) : null
  return phone === null || phone === term ? [term] : [term, phone]
}
