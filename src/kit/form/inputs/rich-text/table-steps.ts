/** Steps within a table; a chunk of its own, for the texts that have one. */
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, tableEditing } from 'prosemirror-tables'

export const tableSteps = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  dropRow: deleteRow,
  dropColumn: deleteColumn,
  dropTable: deleteTable,
}

/** Selection of cells, and the order of every table after each step. */
export const tableKeys = tableEditing()
