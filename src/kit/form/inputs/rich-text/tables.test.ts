import { EditorState, TextSelection } from '@tiptap/pm/state'
import { addColumnAfter, addRowAfter, deleteRow, isInTable, TableMap } from '@tiptap/pm/tables'
import { getSchema } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { newTable, tables } from './tables.ts'

const schema = getSchema([StarterKit, ...tables])
const doc = schema.nodeFromJSON({ type: 'doc', content: [newTable, { type: 'paragraph' }] })

/** Rows and columns of the table, after steps taken in its first cell. */
function after(...steps: (typeof addRowAfter)[]) {
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 4) })
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

it('begins with three columns, a heading and two rows, and grows and shrinks where the cursor stands', () => {
  expect(after()).toEqual([3, 3])
  expect(after(addRowAfter, addRowAfter, addColumnAfter)).toEqual([5, 4])
  expect(after(deleteRow)).toEqual([2, 3])
})
