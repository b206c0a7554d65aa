/** Where the options of a reference come from: its target says it once, for everybody who refers to it. */
import { toText } from '../field/guards.ts'
import { type Filter, formatFilters, parseFilters, parseSort, type Sort } from '../field/list-query.ts'
import type { RecordField } from './record-fields.ts'
import type { Section } from './section.ts'
import type { Sorting } from './view.ts'

export interface OptionList<Name extends string = string> {
  /** In the list grammar: which records may be chosen. The API refuses the others. */
  query?: string
  sort?: Sorting<Name | RecordField>
  /** They are read at once; otherwise a few at a time, as somebody types. */
  all?: boolean
  /** As many at most are read at once; those beyond are found by typing. */
  size?: number
  /** Below the section's path, where the list has a call of its own ('/select'). */
  path?: string
}

/** What a section says of itself as a target. */
export interface TargetOptions<Name extends string = string> extends Pick<OptionList, 'all' | 'size'> {
  /** Second line, such as the email under a name. */
  detail?: Name
  /** Other lists of its records, referred to as 'section/list'. */
  lists?: Readonly<Record<string, OptionList<Name>>>
}

/** As many as a person looks through while typing. */
export const typeaheadSize = 10
const allSize = 1_000

/** 'user/sales' is the list `sales` of the section `user`. */
export function parseTarget(to: string): { section: string; list: string | null } {
  const [section = '', list = null] = to.split('/')
  return { section, list }
}

export interface OptionQuery {
  filters: readonly Filter[]
  sort: Sort | null
  all: boolean
  size: number
  path: string | null
}

/** How the options behind `to` are read. Null where the section has no list of that name. */
export function optionQuery(section: Pick<Section, 'options' | 'list'>, to: string): OptionQuery | null {
  const { list: name } = parseTarget(to)
  const lists = section.options.lists ?? {}
  const list: OptionList | undefined = name === null ? section.options : Object.hasOwn(lists, name) ? lists[name] : undefined
  if (!list) return null
  const { query = '', sort = section.list.sort, all = false, size = all ? allSize : typeaheadSize, path = null } = list
  return { filters: parseFilters(query).filters, sort: parseSort(sort), all, size, path }
}

const braces = /\{(\w+)\}/g

/** The fields beside a reference that its query names. */
export function siblingsOf(query: string | undefined): string[] {
  return [...(query ?? '').matchAll(braces)].map((match) => match[1] ?? '')
}

/** The target of a reference, with the values beside it in the braces ('{category}' names a choice of sections). Empty while one is missing. */
export function targetBeside(to: string | undefined, record: Readonly<Record<string, unknown>>): string {
  const values = siblingsOf(to).map((name) => record[name])
  return values.every((value) => typeof value === 'string') ? (to ?? '').replace(braces, (_, name: string) => toText(record[name])) : ''
}

/** The filters of a reference's query, with the values beside it in the braces. Null while one of them is not given. */
export function filtersBeside(query: string | undefined, record: Readonly<Record<string, unknown>>): readonly Filter[] | null {
  if (!query) return []
  const given = (name: string) => record[name] !== undefined && record[name] !== null && record[name] !== ''
  if (!siblingsOf(query).every(given)) return null
  return parseFilters(query).filters.map(({ field, values }) => ({
    field,
    values: values.flatMap((value) => {
      const [, name] = /^\{(\w+)\}$/.exec(value) ?? []
      return name === undefined ? [value] : [record[name]].flat().map(String)
    }),
  }))
}

/** Filters as a text that equal ones share. */
export const filtersText = (filters: readonly Filter[]): string => formatFilters(filters)
