/** The lists of a section's screens: what each of them asks of itself, apart from what a person asks. */
import { type ListQuery, parseFilters, parseSort } from '../field/list-query.ts'
import type { RecordField } from './record-fields.ts'
import type { Section } from './section.ts'

/** An order in the list grammar: a field and its direction. */
export type Sorting<Name extends string> = Name extends string ? `${Name} ${'asc' | 'desc'}` : never

/** Over the section's own records. Its words are `<section>.view.<name>`. One view of a section, its own list, has neither path nor query. */
export interface ViewOptions<Name extends string = string> {
  /** A tab with a path of its own: `/<section>/<at>/list`. */
  at?: string
  /** It stands on the section's own list screen with the others of its kind, in their order. */
  stack?: true
  /** In the list grammar: always asked, and never shown as a filter that a person could remove. */
  query?: string
  size?: number
  sort?: Sorting<Name | RecordField>
  /** Default the columns of the list. A leading '-' starts hidden. */
  columns?: readonly (Name | `-${Name}` | RecordField | `-${RecordField}`)[]
  /** No tab in back-office mode. */
  backOffice?: 'hidden'
}

/**
 * Another section's records under a record of this one, as a tab of its form. Its list call, scope and permission are its own; the
 * names are checked when the API starts (check-lists.ts).
 */
export interface ChildOptions {
  section: string
  /** The reference of the child that names the record. */
  parent: string
  /** In the list grammar, as of a view. */
  query?: string
  sort?: string
  columns?: readonly string[]
  /** The call of the child that lists those of one record, where it has one: its path has `parent` in braces. */
  call?: string
}

/** A view as the engines read it. */
export interface View {
  readonly name: string
  readonly at?: string | undefined
  readonly stack?: true | undefined
  readonly query?: string | undefined
  readonly sort?: string | undefined
  readonly size?: number | undefined
  readonly columns?: readonly string[] | undefined
  /** Over the deleted records. */
  readonly trash?: true | undefined
  readonly backOffice?: 'hidden' | undefined
}

/** The section's own list: what a person asks stands in the URL of its screen. */
export const isMain = ({ at, query }: Omit<View, 'name'>): boolean => at === undefined && query === undefined

/** Where the list of the trash stands below the section, and each of its records below that. */
export const trashPath = ({ trash }: Pick<Section, 'trash'>): string => trash?.view?.at ?? 'trash'

/** Every view in its order; a trash comes last. */
export function viewsOf({ views, trash, title }: Pick<Section, 'views' | 'trash' | 'title'>): View[] {
  const own: View[] = Object.entries(views).map(([name, view]) => ({ ...view, name }))
  if (!trash) return own
  const { backOffice, columns = [title, 'updated_at', 'updated_by'] } = trash.view ?? {}
  return [...own, { name: 'trash', at: trashPath({ trash }), backOffice, trash: true, sort: 'updated_at desc', columns }]
}

/** Where a pane's own part of a query comes from. */
export type Base = Pick<ListQuery, 'filters' | 'sort'>

export const baseOf = ({ query, sort }: Pick<View, 'query' | 'sort'>): Base => ({
  filters: parseFilters(query ?? '').filters,
  sort: parseSort(sort),
})

/** What is asked of the server: the base, and what a person adds to it. They cannot ask for a field that the base decides. */
export function withBase(query: ListQuery, base: Base): ListQuery {
  const decided = new Set(base.filters.map(({ field }) => field))
  const own = query.filters.filter(({ field }) => !decided.has(field))
  return base.filters.length || (base.sort && !query.sort)
    ? { ...query, sort: query.sort ?? base.sort, filters: [...base.filters, ...own] }
    : query
}
