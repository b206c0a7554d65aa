/** Tables in a rich text, over the tables of prosemirror. */
import { tableEditing } from '@tiptap/pm/tables'
import { Node } from '@tiptap/react'

const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' }

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(20, Math.max(1, Number(element.getAttribute(name)) || 1)),
  renderHTML: (attributes: Record<string, unknown>) => (Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {}),
})

const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan'), colwidth: { default: null, rendered: false } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
})

export const tables = [table, row, cell('tableCell', 'td'), cell('tableHeader', 'th')]

const inCells = (type: string, count: number) => Array.from({ length: count }, () => ({ type, content: [{ type: 'paragraph' }] }))

/** A heading row over two others. */
export const newTable = {
  type: 'table',
  content: [
    { type: 'tableRow', content: inCells('tableHeader', 3) },
    { type: 'tableRow', content: inCells('tableCell', 3) },
    { type: 'tableRow', content: inCells('tableCell', 3) },
  ],
}
