import { fieldLabel } from '../../text/labels.ts'
import type { Column } from './columns.ts'

/** Heading of a column. */
export function headOf(column: Column): string {
  return fieldLabel(column.label, column.label === column.name ? column.field : undefined)
}
