import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Mark } from '../../parts/marks.tsx'
import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'

/** A row as it is shown: the server's, folded with the outbox. */
export interface ListRow {
  row: AnyRow
  mark: Mark | null
}

/** A table row as an element of its own, such as one that can be dragged. */
export interface FrameProps extends Omit<ComponentProps<'tr'>, 'id' | 'ref'> {
  id: string
  index: number
}

/** What a row needs of its list. */
export interface RowTools {
  /** The edit page's address; the list's state comes along, so that it knows its neighbours. Null where a record has no page. */
  href: ((row: AnyRow) => string) | null
  open: (row: AnyRow) => void
  /** The person wants records in a tab of their own. */
  newTab: boolean
  title: (row: AnyRow) => string
  selection: Selection | null
  active: string | null
  menu: ((row: AnyRow) => ReactNode) | null
  move: ((row: AnyRow) => ReactNode) | null
  /** Replaces a column's content, such as a switch; null leaves it. */
  cell: ((column: Column, row: AnyRow) => ReactNode) | null
  /** What stands under the name on a phone; null is the columns. */
  card: ((row: AnyRow) => ReactNode) | null
  /** Draws the row's own element; absent is a plain one. */
  frame?: ComponentType<FrameProps>
  /** Fetches what the edit page needs. */
  intent: (row: AnyRow) => void
}
