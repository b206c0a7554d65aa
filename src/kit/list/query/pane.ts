import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { View } from '#contract/kit/section/view.ts'
import { type Column, makeColumn } from './columns.ts'
import type { ListExtras } from './extras.ts'
import type { ListSearch } from './search.ts'

/** What every list of a section's records needs, on whatever screen it stands. */
export interface ListParts {
  section: Section
  columns: readonly Column[]
  extras: ListExtras
  /** Fetches what the edit page needs. */
  onIntent: (row: AnyRow) => void
}

/** What a person asks of a list, and where it is kept: in the URL, or as long as the list is on the screen. */
export interface PaneState {
  search: ListSearch
  show: (next: ListSearch, replace?: boolean) => void
}

/** The record under which the list stands, and the field of the list's records that names it. */
export interface Parent {
  section: string
  field: string
  record: AnyRow
}

/** Under which a person's columns and saved views are kept: each list of a section has its own (docs/product/lists.md#table). */
export function paneKey(section: Section, { name, at }: View, main: boolean, parent?: Parent): string {
  const path = `/${section.name}${at ? `/${at}` : ''}/list`
  return `${path}${main || at ? '' : `#${name}`}${parent ? `@${parent.section}` : ''}`
}

/** The columns of a view: those that it names, in its order, else those of the section's list. */
export function columnsOf({ columns, section }: ListParts, view: View): readonly Column[] {
  if (!view.columns) return columns
  return view.columns.map((each) => {
    const name = each.replace(/^-/, '')
    return { ...(columns.find((column) => column.name === name) ?? makeColumn(section, name)), hidden: each !== name }
  })
}
