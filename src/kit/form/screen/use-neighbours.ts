import { useQuery } from '@tanstack/react-query'
import { listOptions } from '#console/data/query/queries.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { type ListSearch, readSearch, writeSearch } from '../../list/query/search.ts'

export interface Neighbour {
  id: string
  search: ListSearch
}

/** Records before and after in the list that the person came from, across its pages. */
export function useNeighbours(section: Section, ref: string, search: ListSearch) {
  const { query } = readSearch(search)
  const here = useQuery(listOptions(section, query))
  const rows = here.data?.data ?? []
  const index = rows.findIndex((row) => row.ref === ref)
  const known = index >= 0
  const atEnd = known && index === rows.length - 1 && query.page * query.size < (here.data?.total_record ?? 0)
  const atStart = known && index === 0 && query.page > 1
  const page = (number: number): ListQuery => ({ ...query, page: Math.max(1, number) })
  const after = useQuery({ ...listOptions(section, page(query.page + 1)), enabled: atEnd })
  const before = useQuery({ ...listOptions(section, page(query.page - 1)), enabled: atStart })
  const to = (row: { ref: string } | undefined, number: number): Neighbour | null =>
    row ? { id: row.ref, search: writeSearch(page(number), search.view) } : null
  return {
    previous: atStart ? to(before.data?.data.at(-1), query.page - 1) : known ? to(rows[index - 1], query.page) : null,
    next: atEnd ? to(after.data?.data[0], query.page + 1) : known ? to(rows[index + 1], query.page) : null,
    place: known ? (query.page - 1) * query.size + index + 1 : null,
    total: here.data?.total_record ?? rows.length,
    /** The list has no total, and a next page. */
    least: section.list.omitTotal && (here.data?.next_page ?? 0) > 0,
  }
}
