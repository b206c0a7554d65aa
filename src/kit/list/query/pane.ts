import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { View } from '#contract/kit/section/view.ts'
import { type Column, makeColumn } from './columns.ts'
import type { ListExtras } from './extras.ts'
import type { ListSearch } from './search.ts'

/** Parts of a list of a section's records, for any screen. */
export interface ListParts {
  section: Section
  columns: readonly Column[]
  extras: ListExtras
  /** Prefetches the edit page. */
  onIntent: (row: AnyRow) => void
}

/** State of a list and its setter: in the URL, or in memory while the list is shown. */
export interface PaneState {
  search: ListSearch
  /** `toTop`: scrolls up, as for other rows; false where rows are added. */
  show: (next: ListSearch, replace?: boolean, toTop?: boolean) => void
}

/** The lists of a section that have paths of their own: tabs of each of them, also of one that shows another section's records. */
export interface ListTabs {
  section: Section
  views: readonly View[]
}

/** The record above a list, and the field of the list's records that refers to it. */
export interface Parent {
  section: string
  field: string
  record: AnyRow
}

/** Storage key of a person's columns and saved views, one for each list of a section (docs/product/lists.md#table). */
export function paneKey(section: Section, { name, at }: View, main: boolean, parent?: Parent): string {
  const path = `/${section.name}${at ? `/${at}` : ''}/list`
  return `${path}${main || at ? '' : `#${name}`}${parent ? `@${parent.section}` : ''}`
}

/** Columns of a view: the named ones in its order, else those of the section's list. */
export function columnsOf({ columns, section }: ListParts, view: View): readonly Column[] {
  if (!view.columns) return columns
  return view.columns.map((each) => {
    const name = each.replace(/^-/, '')
    return { ...(columns.find((column) => column.name === name) ?? makeColumn(section, name)), hidden: each !== name }
  })
}
