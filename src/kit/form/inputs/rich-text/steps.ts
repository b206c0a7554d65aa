/** Commands of the tools and keys of a rich text. */
import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { TextSchema } from './schema.ts'

/** The innermost ancestor of the selection of one of these types. */
export function around({ selection }: EditorState, types: readonly NodeType[]): { node: Node; at: number } | null {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (types.includes(node.type)) return { node, at: $from.before(depth) }
  }
  return null
}

/** Whether all selected text has the mark; if none, the text typed next. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { empty, from, to, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  let words = 0
  let marked = 0
  state.doc.nodesBetween(from, to, (node) => {
    if (!node.isText) return
    words += 1
    if (type.isInSet(node.marks)) marked += 1
  })
  return words > 0 && words === marked
}

export const isHeading = ({ selection: { $from } }: EditorState, level: number): boolean =>
  $from.parent.type.name === 'heading' && $from.parent.attrs.level === level

/** Toggles the selected blocks between this type and paragraphs; lifts them out of a list first. */
export const toggleBlock =
  (schema: TextSchema, type: NodeType, attrs: Attrs | null = null): Command =>
  (state, dispatch, view) => {
    if (state.selection.$from.parent.hasMarkup(type, attrs)) return setBlockType(schema.nodes.paragraph)(state, dispatch, view)
    if (setBlockType(type, attrs)(state, dispatch, view)) return true
    if (!liftListItem(schema.nodes.listItem)(state, dispatch, view)) return false
    return view ? toggleBlock(schema, type, attrs)(view.state, view.dispatch, view) : true
  }

export const toggleQuote =
  ({ nodes }: TextSchema): Command =>
  (state, dispatch) =>
    around(state, [nodes.blockquote]) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch)

export const toggleList =
  ({ nodes }: TextSchema, type: NodeType): Command =>
  (state, dispatch, view) => {
    const list = around(state, [nodes.bulletList, nodes.orderedList])
    if (list?.node.type === type) return liftListItem(nodes.listItem)(state, dispatch, view)
    if (list) {
      dispatch?.(state.tr.setNodeMarkup(list.at, type))
      return true
    }
    if (wrapInList(type)(state, dispatch)) return true
    if (!setBlockType(nodes.paragraph)(state, dispatch, view)) return false
    return view ? wrapInList(type)(view.state, view.dispatch) : true
  }

/** Moves the cursor to the first editable position of a node such as a table, else after the node. */
function setCursor(tr: Transaction, node: Node, { nodes }: TextSchema): void {
  let begin: number | null = null
  tr.doc.descendants((each, at) => {
    if (each === node) begin = at
    return begin === null
  })
  if (begin === null) return
  const end = begin + node.nodeSize
  const $end = tr.doc.resolve(end)
  if (!node.isAtom) tr.setSelection(Selection.near(tr.doc.resolve(begin + 1)))
  else if ($end.nodeAfter?.isTextblock) tr.setSelection(TextSelection.create(tr.doc, end + 1))
  else if ($end.parent.canReplaceWith($end.index(), $end.index(), nodes.paragraph))
    tr.insert(end, nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, end + 1))
}

/** Where the table ends whose heading has the cursor; null elsewhere. A heading holds words alone. */
function endOfHeadedTable({ $from }: Selection): number | null {
  const depths = Array.from({ length: $from.depth }, (_, at) => $from.depth - at)
  const isIn = (role: string) => (depth: number) => $from.node(depth).type.spec.tableRole === role
  const table = depths.some(isIn('header_cell')) ? depths.find(isIn('table')) : undefined
  return table === undefined ? null : $from.after(table)
}

/**
 * Inserts a block at the cursor, out of a table's heading below the table; replaces an empty paragraph, and keeps a selected block, such as
 * a picture, before it.
 */
export const insertBlock =
  (schema: TextSchema, node: Node): Command =>
  ({ selection, tr }, dispatch) => {
    const { $from, $to } = selection
    const isInEmpty = $from.sameParent($to) && $from.parent.isTextblock && $from.parent.content.size === 0
    const below = endOfHeadedTable(selection)
    if (below !== null) tr.insert(below, node)
    else if (selection instanceof NodeSelection && selection.node.isBlock) tr.insert(selection.to, node)
    else if (isInEmpty && $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), node.type))
      tr.replaceWith($from.before(), $from.after(), node)
    else tr.replaceSelectionWith(node, false)
    setCursor(tr, node, schema)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Adds a line in italics below the picture that was just inserted, and leaves the cursor after it. */
export const addCaption =
  (schema: TextSchema, words: string): Command =>
  ({ selection, tr }, dispatch) => {
    const { $from } = selection
    const at = selection instanceof NodeSelection ? selection.to : $from.before($from.depth || 1)
    const caption = schema.nodes.paragraph.create(null, schema.text(words, [schema.marks.italic.create()]))
    dispatch?.(tr.insert(at, caption).scrollIntoView())
    return true
  }

/** The selected block of this type. */
export const selectedBlock = ({ selection }: EditorState, type: NodeType | undefined): Node | null =>
  selection instanceof NodeSelection && selection.node.type === type ? selection.node : null
