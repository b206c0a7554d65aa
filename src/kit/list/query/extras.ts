import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { ListPaneProps } from '../screen/list-pane.tsx'
import type { ListSearch } from './search.ts'
import type { Selection } from './selection.ts'

/** Props of an alternative presentation of the records; it reads them by the same query. */
export interface BodyProps {
  query: ListQuery
  search: ListSearch
  onQuery: (query: ListQuery) => void
}

export interface ListBody {
  /** Value of `view` in the URL. */
  name: string
  label: string
  icon: LucideIcon
  /** Null is the table. */
  body: ComponentType<BodyProps> | null
}

/** A tab of a record; `name` stands in the URL. */
export interface RecordPanel {
  name: string
  label: string
  /** Whose records it shows, where that is another section: who does not read those has no such tab. */
  of?: Section
  body: ComponentType<{ record: AnyRow }>
}

/** What a screen adds to its list, in ordinary JSX. */
export interface ListExtras {
  /** More entries of a row's menu, as dropdown items. */
  rowMenu?: (row: AnyRow) => ReactNode
  /** More bulk actions, each behind its permission. */
  bulk?: (selection: Selection) => ReactNode
  /** Beside the filters. */
  toolbar?: (query: ListQuery, onQuery: (query: ListQuery) => void) => ReactNode
  /** A line between the tools and the records, such as quick filters. */
  above?: (query: ListQuery, onQuery: (query: ListQuery) => void) => ReactNode
  /** On a phone: what stands under a record's name, in place of its columns. */
  card?: (row: AnyRow) => ReactNode
  /** Presentations of the records; the first is the default. */
  bodies?: readonly ListBody[]
  /** What stands in place of a view's rows: a list of another section at a path of this one. */
  views?: Readonly<Record<string, ComponentType<ListPaneProps>>>
  /** Beside a record's form, as tabs: what no other section's list shows. */
  panels?: readonly RecordPanel[]
  /** Sections whose changes show at once in the list, whoever makes them. Others show when the list is read the next time. */
  live?: readonly string[]
  /** Where a record's page is below the section, in place of its form. */
  recordAt?: string | undefined
  /** Rows that may not be edited or deleted, such as the role Root. */
  isProtected?: (row: AnyRow) => boolean
}
