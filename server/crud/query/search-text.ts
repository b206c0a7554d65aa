/** One column of all searched fields, for a single index. */

import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/field/guards.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { searchForm } from '#contract/lib/search/words.ts'
import { within } from './list-sql.ts'

/** Returns the search text: searched fields in the form of a search, separated by a character that no text contains. */
export function searchText({ list }: Section, values: Readonly<Record<string, unknown>>): string {
  return list.search.map((name) => searchForm(toText(values[name]))).join('\u0001')
}

export function searchBy(section: Section, column: PgColumn): (term: string) => SQL | undefined {
  return (term) => or(...searchTerms(section, term).map((one) => sql`${column} like ${within(one)}`))
}
