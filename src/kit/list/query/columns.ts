import type { ReactNode } from 'react'
import { type Field, firstJoined } from '#contract/kit/field/field.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { type AnyRow, columnNames, fieldOf, isSortable, type Section } from '#contract/kit/section/section.ts'

export interface ColumnOptions<Row = AnyRow> {
  /** Leads to the record's edit page; the column of the section's title, or of the reference that gives it, does by itself. */
  link?: boolean
  /** Its heading is `field.<label>`, where that is not `field.<name>`. */
  label?: string
  align?: 'start' | 'end'
  /** CSS width at most; texts longer than it are cut with an ellipsis. */
  width?: string
  sortable?: boolean
  /** Replaces the kind's own cell. */
  cell?: (row: Row) => ReactNode
  /** What the cell says in one line of text, for copying and screen readers. */
  text?: (row: Row) => string
}

export interface Column {
  name: string
  field: Field | undefined
  hidden: boolean
  link: boolean
  sortable: boolean
  align: 'start' | 'end'
  label: string
  permission?: Permission
  /** Of a reference: the field that shows it, read with the row. */
  joined?: Column
  width?: string
  cell?: (row: AnyRow) => ReactNode
}

/** The column of a section's field, with what its kind says and what the section adds. */
export function makeColumn(section: Section, name: string, options: ColumnOptions = {}): Column {
  const field = fieldOf(section, name)
  const joined = firstJoined(section.fields, name)
  const { link = name === section.title || joined === section.title, label = name, width, cell } = options
  return {
    name,
    field,
    link,
    label,
    hidden: columnNames(section).find((column) => column.name === name)?.hidden ?? false,
    sortable: options.sortable ?? isSortable(section, name),
    align: options.align ?? (field && isNumeric(field.kind) ? 'end' : 'start'),
    ...(field?.permission && { permission: field.permission }),
    ...(joined && { joined: makeColumn(section, joined) }),
    ...(width && { width }),
    ...(cell && { cell }),
  }
}

/** The columns a section names, then those of its list that it does not: a column is never lost by leaving it out of the screen. */
export function completeColumns(section: Section, named: readonly Column[]): Column[] {
  const order = columnNames(section).map((column) => column.name)
  const all = [...named, ...order.filter((name) => !named.some((column) => column.name === name)).map((name) => makeColumn(section, name))]
  const place = (column: Column) => (order.includes(column.name) ? order.indexOf(column.name) : order.length)
  return all.sort((a, b) => place(a) - place(b))
}
