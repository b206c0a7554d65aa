/** Lists of a section's screens: the fixed part of their queries. */
import { type ListQuery, parseFilters, parseSort } from '../field/list-query.ts'
import type { Permission } from '../field/permission.ts'
import type { RecordField } from './record-fields.ts'
import type { Section } from './section.ts'

/** Sort order in the list grammar: field and direction. */
export type Sorting<Name extends string> = Name extends string ? `${Name} ${'asc' | 'desc'}` : never

/** A view of the section's records, with the words `<section>.view.<name>`. Exactly one, its own list, has neither path nor query. */
export interface ViewOptions<Name extends string = string> {
  /** A tab at its own path: `/<section>/<at>/list`. */
  at?: string
  /** Shown on the section's own list screen, stacked in order. */
  stack?: true
  /** In the list grammar: always applied, and not shown as a removable filter. */
  query?: string
  size?: number
  sort?: Sorting<Name | RecordField>
  /** Default: columns of the list. A leading '-' starts hidden. */
  columns?: readonly (Name | `-${Name}` | RecordField | `-${RecordField}`)[]
  /** No tab in back-office mode. */
  backOffice?: 'hidden'
  /** Who has its tab, where they are fewer than the section's readers. */
  permission?: Permission
}

/**
 * Another section's records as a tab of a record's form, with that section's list call, scope and permission. Names are checked when the
 * API starts (check-lists.ts).
 */
export interface ChildOptions {
  section: string
  /** The child's reference to the record. */
  parent: string
  /** In the list grammar, as in a view. */
  query?: string
  sort?: string
  columns?: readonly string[]
  /** A call of the child that lists those of one record: its path has `parent` in braces. */
  call?: string
}

/** A view as engines read it. */
export interface View {
  readonly name: string
  readonly at?: string | undefined
  readonly stack?: true | undefined
  readonly query?: string | undefined
  readonly sort?: string | undefined
  readonly size?: number | undefined
  readonly columns?: readonly string[] | undefined
  /** Of deleted records. */
  readonly trash?: true | undefined
  readonly backOffice?: 'hidden' | undefined
  readonly permission?: Permission | undefined
}

/** Returns whether it is the section's own list, whose query is in the URL. */
export const isMain = ({ at, query }: Omit<View, 'name'>): boolean => at === undefined && query === undefined

/** Returns the path of the trash below the section; its records are below that. */
export const trashPath = ({ trash }: Pick<Section, 'trash'>): string => trash?.view?.at ?? 'trash'

/** Returns all views in order, the trash last. */
export function viewsOf({ views, trash, title }: Pick<Section, 'views' | 'trash' | 'title'>): View[] {
  const own: View[] = Object.entries(views).map(([name, view]) => ({ ...view, name }))
  if (!trash) return own
  const { backOffice, columns = [title, 'updated_at', 'updated_by'] } = trash.view ?? {}
  return [...own, { name: 'trash', at: trashPath({ trash }), backOffice, trash: true, sort: 'updated_at desc', columns }]
}

/** Fixed part of a list's query. */
export type Base = Pick<ListQuery, 'filters' | 'sort'>

export const baseOf = ({ query, sort }: Pick<View, 'query' | 'sort'>): Base => ({
  filters: parseFilters(query ?? '').filters,
  sort: parseSort(sort),
})

/** Returns the query with the base applied. A person's filters cannot override a field of the base. */
export function withBase(query: ListQuery, base: Base): ListQuery {
  const decided = new Set(base.filters.map(({ field }) => field))
  const own = query.filters.filter(({ field }) => !decided.has(field))
  return base.filters.length || (base.sort && !query.sort)
    ? { ...query, sort: query.sort ?? base.sort, filters: [...base.filters, ...own] }
    : query
}
