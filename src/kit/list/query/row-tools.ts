import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Mark } from '../../parts/marks.tsx'
import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'

/** A displayed row: the server's, folded with the outbox. */
export interface ListRow {
  row: AnyRow
  mark: Mark | null
}

/** Props of a custom table row, such as one that can be dragged. */
export interface FrameProps extends Omit<ComponentProps<'tr'>, 'id' | 'ref'> {
  id: string
  index: number
}

/** Properties of a row's list. */
export interface RowTools {
  /** URL of the edit page with the list's state, for its neighbours. Null where a record has no page. */
  href: ((row: AnyRow) => string) | null
  open: (row: AnyRow) => void
  /** The preference 'open in new tab'. */
  newTab: boolean
  title: (row: AnyRow) => string
  selection: Selection | null
  active: string | null
  menu: ((row: AnyRow) => ReactNode) | null
  move: ((row: AnyRow) => ReactNode) | null
  /** Replaces a column's content, such as a switch; null leaves it. */
  cell: ((column: Column, row: AnyRow) => ReactNode) | null
  /** The line under the name on a phone; null: the columns. */
  card: ((row: AnyRow) => ReactNode) | null
  line: ((row: AnyRow) => readonly ReactNode[]) | null
  cardAside: ((row: AnyRow) => ReactNode) | null
  cardActions: ((row: AnyRow) => ReactNode) | null
  /** Custom row element; by default a plain one. */
  frame?: ComponentType<FrameProps>
  /** Prefetches the edit page. */
  intent: (row: AnyRow) => void
}
