/** Options of references, declared once by their target. */
import type { Field } from '../field/field.ts'
import { toText } from '../field/guards.ts'
import { type Filter, formatFilters, parseFilters, parseSort, type Sort } from '../field/list-query.ts'
import type { RecordField } from './record-fields.ts'
import type { Section } from './section.ts'
import type { Sorting } from './view.ts'

export interface OptionList<Name extends string = string> {
  /** In the list grammar: selectable records. The API refuses others. */
  query?: string
  sort?: Sorting<Name | RecordField>
  /** Loads all at once; otherwise a few at a time, while typing. */
  all?: boolean
  /** Maximum number loaded at once; others are found by typing. */
  size?: number
  /** Below the section's path, or of another area, for a list with its own call ('/select'). */
  path?: string
}

/** Options of a section as a target. */
export interface TargetOptions<Name extends string = string> extends Pick<OptionList, 'all' | 'size'> {
  /** Second line, such as the email under a name. */
  detail?: Name
  /** Beside the name wherever the record is named, because several may share one. */
  beside?: Name
  /** Other lists of its records, named 'section/list'. */
  lists?: Readonly<Record<string, OptionList<Name>>>
}

/** Number of options loaded while typing. */
export const typeaheadSize = 10
const allSize = 1_000

/** Parses 'user/sales': the list `sales` of `user`. */
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

/** Returns the query for the options of `to`; null if the section has no such list. */
export function optionQuery(section: Pick<Section, 'options' | 'list'>, to: string): OptionQuery | null {
  const { list: name } = parseTarget(to)
  const lists = section.options.lists ?? {}
  const list: OptionList | undefined = name === null ? section.options : Object.hasOwn(lists, name) ? lists[name] : undefined
  if (!list) return null
  const { query = '', sort = section.list.sort, all = false, size = all ? allSize : typeaheadSize, path = null } = list
  return { filters: parseFilters(query).filters, sort: parseSort(sort), all, size, path }
}

const braces = /\{(\w+)\}/g

/** Sibling fields that a reference's query names. */
export function siblingsOf(query: string | undefined): string[] {
  return [...(query ?? '').matchAll(braces)].map((match) => match[1] ?? '')
}

/** Returns the target of a reference with braces replaced ('{category}' names a choice of sections); '' while a value is missing. */
export function targetBeside({ to, sections }: Pick<Field, 'to' | 'sections'>, record: Readonly<Record<string, unknown>>): string {
  const values = siblingsOf(to).map((name) => record[name])
  if (!values.every((value) => typeof value === 'string')) return ''
  return (to ?? '').replace(braces, (_, name: string) => sectionOf(sections, toText(record[name])))
}

/** Returns the section that a value names. */
export const sectionOf = (sections: Field['sections'], value: string): string =>
  sections && Object.hasOwn(sections, value) ? (sections[value] ?? value) : value

/** Returns the filters of a reference's query with braces replaced; null while a value is missing. */
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

/** Returns filters as a comparable text. */
export const filtersText = (filters: readonly Filter[]): string => formatFilters(filters)

type Named = Pick<Section, 'title' | 'options'>

/** What a record is called where it is chosen or referred to: its title, and what tells it from others of that title. */
export function nameOf({ title, options: { beside } }: Named, row: Readonly<Record<string, unknown>>): string {
  const name = toText(row[title] ?? row.id)
  const more = beside === undefined ? '' : toText(row[beside])
  return more ? `${name} · ${more}` : name
}
