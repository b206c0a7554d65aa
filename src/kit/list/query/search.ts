/** List state in the URL: the list grammar as plain texts, so every state is a link (docs/product/lists.md#table). */
import { toText } from '#contract/kit/field/guards.ts'
import { formatFilters, formatListQuery, type ListQuery, ListQueryError, parseListQuery } from '#contract/kit/field/list-query.ts'

/** A type, not an interface, so that FormSearch can extend it. */
export type ListSearch = {
  page?: string
  size?: string
  sort?: string
  query?: string
  /** Presentation other than the table, such as the leads' board. */
  view?: string
  /** On a record's screen: path of the view it was opened from. */
  at?: string
  /** On an add form: the record to copy. */
  copy?: string
  /** Ref of the record shown beside the list. */
  open?: string
}

const keys = ['page', 'size', 'sort', 'query', 'view', 'at', 'copy', 'open'] as const

/** Filters that stand in an address by their own names (docs/product/lists.md#keys-of-an-address). */
const filterKey =
  /^(name|category|type|domain|active|segmentation|article_type|payment_status|show_in_dashboard|reference(_id)?|status(_campaign)?|member_(type|status)|is_(free|dashboard|member|breakout)|filter_(from|to)_date|(start|end)_(date|created)|date_(start|end)|(published|created|updated)_(on|at)|tag\[\d*\])$/

/** Keeps the grammar's parameters, with filters of the address in `query`; `validateSearch` of the routes. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const named = Object.keys(search).flatMap((key) => {
    const value = toText(search[key])
    return value && filterKey.test(key) ? [{ field: key.replace(/\[.*/, ''), values: [value] }] : []
  })
  const query = [toText(search.query), formatFilters(named, toText(search.search))].filter(Boolean).join()
  const given: Record<string, unknown> = { ...search, size: search.size ?? search.page_size, query }
  return Object.fromEntries(keys.flatMap((key) => (given[key] === undefined || given[key] === '' ? [] : [[key, toText(given[key])]])))
}

/** State of a form: the list's state, and initial values by field name and by the section's own parameters. */
export type FormSearch = ListSearch & Readonly<Record<string, string | undefined>>

/** Keeps everything: only the form, which has the section, can interpret it. */
export function formSearch(search: Record<string, unknown>): FormSearch {
  return Object.fromEntries(Object.entries(search).map(([key, value]) => [key, toText(value)]))
}

/** Parses the URL. An invalid parameter is skipped and named in `problem`, which is shown to the person. */
export function readSearch(search: ListSearch): { query: ListQuery; problem: ListQueryError | null } {
  const { view: _, at: _at, copy: _copy, open: _open, ...wire } = search
  try {
    return { query: parseListQuery(wire), problem: null }
  } catch (error) {
    if (!(error instanceof ListQueryError)) throw error
    const { [error.parameter]: _broken, ...rest } = wire
    return { query: readSearch(rest).query, problem: error }
  }
}

/** Builds the URL of a query without defaults. */
export function writeSearch(query: ListQuery, view?: string): ListSearch {
  const wire = formatListQuery(query)
  return { ...listSearch({ ...wire }), ...(view && { view }) }
}
