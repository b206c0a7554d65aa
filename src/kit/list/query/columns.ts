import type { ReactNode } from 'react'
import { type Field, firstJoined } from '#contract/kit/field/field.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { type AnyRow, columnNames, fieldOf, isSortable, type Section } from '#contract/kit/section/section.ts'

export interface ColumnOptions<Row = AnyRow> {
  /** Links to the record's edit page; default for the column of the section's title or of its reference. */
  link?: boolean
  /** Heading `field.<label>`, where it is not `field.<name>`. */
  label?: string
  align?: 'start' | 'end'
  /** Maximum CSS width; longer texts are cut with an ellipsis. */
  width?: string
  sortable?: boolean
  /** Replaces the kind's own cell. */
  cell?: (row: Row) => ReactNode
  /** The cell as one line of text, for copying and screen readers. */
  text?: (row: Row) => string
}

export interface Column {
  name: string
  field: Field | undefined
  hidden: boolean
  /** Starts hidden where a table has little room. */
  isSpare?: boolean | undefined
  link: boolean
  sortable: boolean
  align: 'start' | 'end'
  label: string
  permission?: Permission
  /** Of a reference: the field with its name, read with the row. */
  joined?: Column
  width?: string
  cell?: (row: AnyRow) => ReactNode
}

/** Builds the column of a section's field from its kind and the options. */
export function makeColumn(section: Section, name: string, options: ColumnOptions = {}): Column {
  const field = fieldOf(section, name)
  const joined = firstJoined(section.fields, name)
  const named = columnNames(section).find((column) => column.name === name)
  const { link = name === section.title || joined === section.title, label = name, width, cell } = options
  return {
    name,
    field,
    link,
    label,
    hidden: named?.hidden ?? false,
    isSpare: named?.isSpare,
    sortable: options.sortable ?? isSortable(section, name),
    align: options.align ?? (field && isNumeric(field.kind) ? 'end' : 'start'),
    ...(field?.permission && { permission: field.permission }),
    ...(joined && { joined: makeColumn(section, joined) }),
    ...(width && { width }),
    ...(cell && { cell }),
  }
}

/** The named columns, then the other columns of the section's list: none is lost by omitting it in the screen. */
export function completeColumns(section: Section, named: readonly Column[]): Column[] {
  const order = columnNames(section).map((column) => column.name)
  const all = [...named, ...order.filter((name) => !named.some((column) => column.name === name)).map((name) => makeColumn(section, name))]
  const place = (column: Column) => (order.includes(column.name) ? order.indexOf(column.name) : order.length)
  return all.sort((a, b) => place(a) - place(b))
}
