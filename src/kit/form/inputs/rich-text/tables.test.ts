import { EditorState, TextSelection } from 'prosemirror-state'
import { isInTable, TableMap } from 'prosemirror-tables'
import { expect, it } from 'vitest'
import { schemaOf } from './schema.ts'
import { tableKeys, tableSteps } from './table-steps.ts'
import { newTable } from './tables.ts'

const schema = schemaOf(['table'])
const doc = schema.nodeFromJSON({ type: 'doc', content: [newTable, { type: 'paragraph' }] })

/** Rows and columns of the table after commands in its first cell. */
function after(...steps: (typeof tableSteps.addRow)[]) {
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 4), plugins: [tableKeys] })
  expect(isInTable(state)).toBe(true)
  for (const step of steps)
    expect(
      step(state, (transaction) => {
        state = state.apply(transaction)
      }),
    ).toBe(true)
  state.doc.check()
  const table = state.doc.firstChild
  if (!table) throw new Error('the table is gone')
  const { height, width } = TableMap.get(table)
  return [height, width]
}

it('a new table has three columns, a heading and two rows, and grows and shrinks at the cursor', () => {
  expect(after()).toEqual([3, 3])
  expect(after(tableSteps.addRow, tableSteps.addRow, tableSteps.addColumn)).toEqual([5, 4])
  expect(after(tableSteps.dropRow)).toEqual([2, 3])
})
