/** Table commands, in a chunk of their own for texts that have a table. */
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, tableEditing } from 'prosemirror-tables'

export const tableSteps = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  dropRow: deleteRow,
  dropColumn: deleteColumn,
  dropTable: deleteTable,
}

/** Cell selection, and repair of every table after each step. */
export const tableKeys = tableEditing()
