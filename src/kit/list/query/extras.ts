import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { Base } from '#contract/kit/section/view.ts'
import type { ListPaneProps } from '../screen/list-pane.tsx'
import type { ListSearch } from './search.ts'
import type { Selection } from './selection.ts'

/** Props of another presentation of the records, read by the same query. */
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

/** A tab of a record; `name` is in the URL. */
export interface RecordPanel {
  name: string
  label: string
  /** Section of the records shown, where it differs: without read permission there is no such tab. */
  of?: Section
  body: ComponentType<{ record: AnyRow }>
}

/** Parts that a screen adds to its list, as JSX. */
export interface ListExtras {
  /** More entries of a row's menu, as dropdown items. */
  rowMenu?: (row: AnyRow) => ReactNode
  /** More bulk actions, each behind its permission. */
  bulk?: (selection: Selection) => ReactNode
  /** Quick filters: between the tools and the records, on a phone first in the sheet of filters, which leaves out the `fields` they set. */
  quick?: { fields: readonly string[]; body: (query: ListQuery, onQuery: (query: ListQuery) => void) => ReactNode }
  /** Actions beside the filters; `base` is what the list always asks, such as for the record whose tab it is. */
  toolbar?: (query: ListQuery, onQuery: (query: ListQuery) => void, base: Base) => ReactNode
  /** A line between the tools and the records, such as progress. */
  above?: (query: ListQuery, onQuery: (query: ListQuery) => void) => ReactNode
  /** A line below the tools that a narrowed list has, such as what its records come to. */
  narrowed?: (asked: ListQuery) => ReactNode
  /** On a phone: what stands under a record's name in place of its status and columns; one line high. */
  card?: (row: AnyRow) => ReactNode
  /** On a phone: what the line under a record's name says in place of columns; its status stands beside the name. */
  line?: (row: AnyRow) => readonly ReactNode[]
  /** On a phone: at the end of the line with a record's name. */
  cardAside?: (row: AnyRow) => ReactNode
  /** On a phone: what is done at once, such as a call, at the end of a record. */
  cardActions?: (row: AnyRow) => ReactNode
  /** Presentations of the records; the first is the default. */
  bodies?: readonly ListBody[]
  /** Replacements of a view's rows: a list of another section at a path of this one. */
  views?: Readonly<Record<string, ComponentType<ListPaneProps>>>
  /** Tabs beside a record's form, other than lists of other sections. */
  panels?: readonly RecordPanel[]
  /** Sections whose changes update the list at once, by any author. Others show at the next read. */
  live?: readonly string[]
  /** Path below the section of a record's page, in place of its form. */
  recordAt?: string | undefined
  /** Whether a row is protected, such as the role Root. */
  isProtected?: (row: AnyRow) => boolean
}
