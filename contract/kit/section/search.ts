/** Terms of a search, equal on both sides. */
import { phoneTerm } from '../../lib/phone.ts'
import { searchForm } from '../../lib/search/words.ts'
import { fieldOf, type Section } from './section.ts'

/** Returns alternatives in the form of a search: the term, and the stored form of a phone number in another notation. */
export function searchTerms(section: Section, search: string): string[] {
  const hasPhone = section.list.search.some((name) => fieldOf(section, name)?.kind === 'phone')
  return termsOf(search, hasPhone)
}

/** As `searchTerms` where no section says whether phone numbers are searched. */
export function termsOf(search: string, hasPhone: boolean): string[] {
  const term = searchForm(search)
  const phone = hasPhone ? phoneTerm(search) : null
  return phone === null || phone === term ? [term] : [term, phone]
}
