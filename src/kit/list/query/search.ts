/** List state in the URL: the list grammar as plain texts, so every state is a link (docs/product/lists.md#table). */
import { toText } from '#contract/kit/field/guards.ts'
import { formatListQuery, type ListQuery, ListQueryError, parseListQuery } from '#contract/kit/field/list-query.ts'

/** A type and no interface, so that it is also the state of a form (FormSearch). */
export type ListSearch = {
  page?: string
  size?: string
  sort?: string
  query?: string
  /** Presentation of the records other than the table, such as the leads' board. */
  view?: string
  /** Of a record's screen: the path of the view that it was opened from. */
  at?: string
  /** Of an add form: the record that it begins as a copy of. */
  copy?: string
  /** Of a list that shows a record beside itself: its ref. */
  open?: string
}

const keys = ['page', 'size', 'sort', 'query', 'view', 'at', 'copy', 'open'] as const

/** Keeps the grammar's own parameters; used by the routes as `validateSearch`. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  return Object.fromEntries(keys.flatMap((key) => (search[key] === undefined || search[key] === '' ? [] : [[key, toText(search[key])]])))
}

/** Of a form: the list's state, and what it begins with by the names of fields and of the section's own parameters. */
export type FormSearch = ListSearch & Readonly<Record<string, string | undefined>>

/** Keeps everything: what of it means something the form knows, which has the section. */
export function formSearch(search: Record<string, unknown>): FormSearch {
  return Object.fromEntries(Object.entries(search).map(([key, value]) => [key, toText(value)]))
}

/** Reads the URL. A broken parameter is left out and named in `problem`, so that a person sees why and keeps the rest. */
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

/** The URL of a query; defaults are left out. */
export function writeSearch(query: ListQuery, view?: string): ListSearch {
  const wire = formatListQuery(query)
  return { ...listSearch({ ...wire }), ...(view && { view }) }
}
