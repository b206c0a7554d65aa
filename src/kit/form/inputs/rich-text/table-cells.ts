/** Tab in a table moves from cell to cell. Apart from the other table commands, which may not be loaded yet. */
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, Selection } from 'prosemirror-state'
import { keyAction } from '../../../text/keys.ts'

const isCell = ({ type }: Node) => type.spec.tableRole === 'cell' || type.spec.tableRole === 'header_cell'

/** Returns the innermost table around the cursor, and the index of the cursor's cell. */
function findCell({ selection: { $head } }: EditorState) {
  let depth = $head.depth
  while (depth > 0 && !isCell($head.node(depth))) depth -= 1
  if (depth === 0) return null
  const table = $head.node(depth - 2)
  const tableAt = $head.before(depth - 2)
  const cells: { cell: Node; at: number }[] = []
  table.descendants((cell, at) => {
    if (isCell(cell)) cells.push({ cell, at: tableAt + 1 + at })
    return cell.type.spec.tableRole === 'row'
  })
  return { table, tableAt, cells, current: cells.findIndex(({ at }) => at === $head.before(depth)) }
}

/** A row as long as the first, with the last one's cell types; none is a heading below one. */
function makeRow(table: Node): Node | null {
  const { firstChild, lastChild } = table
  if (!firstChild || !lastChild) return null
  const width = firstChild.children.reduce((sum, { attrs }) => sum + Number(attrs.colspan), 0)
  const kinds = lastChild.children.flatMap(({ type, attrs }) => Array.from({ length: Number(attrs.colspan) }, () => type))
  const plain = table.type.schema.nodes.tableCell
  const isHeading = kinds.every((kind) => kind !== plain)
  const cells = Array.from({ length: width }, (_, at) => (isHeading ? plain : (kinds[at] ?? plain))?.createAndFill())
  return lastChild.type.create(
    null,
    cells.flatMap((cell) => cell ?? []),
  )
}

/** Moves to the end of the next cell, or of the previous one for -1; the last cell adds a row. False outside tables. */
export const goToCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const found = findCell(state)
    if (!found) return false
    const { table, tableAt, cells, current } = found
    const { tr } = state
    const next = cells[current + step]
    const row = next || step < 0 ? null : makeRow(table)
    if (next) tr.setSelection(Selection.near(tr.doc.resolve(next.at + next.cell.nodeSize - 1), -1))
    else if (row) {
      const at = tableAt + table.nodeSize - 1
      tr.insert(at, row).setSelection(Selection.near(tr.doc.resolve(at + 2)))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Handles Tab in a table, except right after Escape, when it leaves the text as it does elsewhere. */
export function cellKeys(): Plugin {
  let leaves = false
  return new Plugin({
    props: {
      handleKeyDown({ state, dispatch }, event) {
        const action = keyAction('cells', event)
        if (action === 'leave') leaves = true
        // Shift is pressed before its Tab.
        else if (action === null && event.key !== 'Shift') leaves = false
        return !leaves && (action === 'next' || action === 'previous') && goToCell(action === 'next' ? 1 : -1)(state, dispatch)
      },
      handleDOMEvents: {
        blur: () => {
          leaves = false
        },
      },
    },
  })
}
