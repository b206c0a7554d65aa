/** Table nodes of a rich text. Their commands load with the first table (table-steps.ts). */
import type { NodeSpec } from 'prosemirror-model'

const span = (element: HTMLElement, name: 'colspan' | 'rowspan') => Math.min(20, Math.max(1, Number(element.getAttribute(name)) || 1))

const cell = (tag: 'td' | 'th', tableRole: 'cell' | 'header_cell'): NodeSpec => ({
  content: 'block+',
  isolating: true,
  tableRole,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  parseDOM: [{ tag, getAttrs: (element) => ({ colspan: span(element, 'colspan'), rowspan: span(element, 'rowspan') }) }],
  toDOM: ({ attrs }) => [
    tag,
    Object.fromEntries(['colspan', 'rowspan'].flatMap((name) => (Number(attrs[name]) > 1 ? [[name, String(attrs[name])]] : []))),
    0,
  ],
})

export const tableNodes: Readonly<Record<string, NodeSpec>> = {
  table: {
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    tableRole: 'table',
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  tableRow: { content: '(tableCell | tableHeader)*', tableRole: 'row', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
  tableCell: cell('td', 'cell'),
  tableHeader: cell('th', 'header_cell'),
}

const inCells = (type: string, count: number) => Array.from({ length: count }, () => ({ type, content: [{ type: 'paragraph' }] }))

/** One heading row above two rows. */
export const newTable = {
  type: 'table',
  content: [
    { type: 'tableRow', content: inCells('tableHeader', 3) },
    { type: 'tableRow', content: inCells('tableCell', 3) },
    { type: 'tableRow', content: inCells('tableCell', 3) },
  ],
}
