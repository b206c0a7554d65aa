/** Keyboard shortcuts, and Markdown marks that format text as it is typed. */
import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlockKeepMarks,
  toggleMark,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItemKeepMarks } from 'prosemirror-schema-list'
import { type Command, type Plugin, TextSelection } from 'prosemirror-state'
import { linkBeforeBreak, typedLink } from './links.ts'
import type { TextSchema } from './schema.ts'
import { toggleBlock, toggleList, toggleQuote } from './steps.ts'
import { cellKeys } from './table-cells.ts'

/** Formats the text between two marks: the pattern's first group with them, its second without. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(
    pattern,
    (state, [all, wrapped = '', text = ''], start, end) => {
      const from = start + all.length - wrapped.length
      const before = from + wrapped.indexOf(text)
      if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null
      const { tr } = state
      if (before + text.length < end) tr.delete(before + text.length, end)
      tr.delete(from, before)
      return tr.addMark(from, from + text.length, type.create()).removeStoredMark(type)
    },
    { inCodeMark: false },
  )

const rules = (schema: TextSchema) => {
  const { nodes, marks } = schema
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
      textblockTypeInputRule(/^(?:```|~~~)\s$/, nodes.codeBlock),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*[-+*]\s$/, nodes.bulletList),
      wrappingInputRule(/^1\.\s$/, nodes.orderedList),
      new InputRule(/^(?:---|—-|___\s|\*\*\*\s)$/, (state, _match, start) => {
        const $start = state.doc.resolve(start)
        if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), nodes.horizontalRule)) return null
        const line = [nodes.horizontalRule.create(), nodes.paragraph.create()]
        const tr = state.tr.replaceWith($start.before(), $start.after(), line)
        return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 2))
      }),
      markRule(/(?:^|\s)(\*\*(?!\s)([^*]{1,400})\*\*)$/, marks.bold),
      markRule(/(?:^|\s)(__(?!\s)([^_]{1,400})__)$/, marks.bold),
      markRule(/(?:^|\s)(\*(?!\s)([^*]{1,400})\*)$/, marks.italic),
      markRule(/(?:^|\s)(_(?!\s)([^_]{1,400})_)$/, marks.italic),
      markRule(/(?:^|\s)(~~(?!\s)([^~]{1,400})~~)$/, marks.strike),
      markRule(/(?:^|[^`])(`([^`]{1,400})`)$/, marks.code),
      typedLink(schema),
    ],
  })
}

/** At the start of a heading, quote or item, turns the block into a paragraph first. */
const plainAtStart =
  (schema: TextSchema): Command =>
  (state, dispatch, view) => {
    const { nodes } = schema
    const { $from, empty } = state.selection
    if (!empty || $from.parentOffset > 0 || !$from.parent.isTextblock) return false
    if ($from.parent.type !== nodes.paragraph)
      return $from.parent.content.size === 0 || $from.pos === 1 ? toggleBlock(schema, nodes.paragraph)(state, dispatch, view) : false
    return $from.depth > 1 && $from.node(-1).type === nodes.listItem && $from.index(-1) === 0
      ? liftListItem(nodes.listItem)(state, dispatch)
      : false
  }

/** A third empty line ends a code block. */
const leaveCode: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const isAtEnd = empty && $from.parent.type.spec.code && $from.parentOffset === $from.parent.content.size
  if (!isAtEnd || !$from.parent.textContent.endsWith('\n\n')) return false
  if (dispatch && view) {
    dispatch(state.tr.delete($from.pos - 2, $from.pos))
    return exitCode(view.state, view.dispatch)
  }
  return true
}

export function typing(schema: TextSchema): Plugin[] {
  const { nodes, marks } = schema
  const lineBreak: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
    return true
  }
  const breakLine = chainCommands(exitCode, lineBreak)
  const splitLine = chainCommands(
    leaveCode,
    newlineInCode,
    splitListItemKeepMarks(nodes.listItem),
    createParagraphNear,
    liftEmptyBlock,
    splitBlockKeepMarks,
  )
  const headings = Object.fromEntries([1, 2, 3].map((level) => [`Mod-Alt-${level}`, toggleBlock(schema, nodes.heading, { level })]))
  return [
    rules(schema),
    cellKeys(),
    keymap({ Enter: linkBeforeBreak(schema) }),
    keymap({
      ...headings,
      'Mod-b': toggleMark(marks.bold),
      'Mod-i': toggleMark(marks.italic),
      'Mod-u': toggleMark(marks.underline),
      'Mod-e': toggleMark(marks.code),
      'Mod-Shift-s': toggleMark(marks.strike),
      'Mod-Shift-b': toggleQuote(schema),
      'Mod-Shift-7': toggleList(schema, nodes.orderedList),
      'Mod-Shift-8': toggleList(schema, nodes.bulletList),
      'Mod-Alt-0': toggleBlock(schema, nodes.paragraph),
      'Mod-Alt-c': toggleBlock(schema, nodes.codeBlock),
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-Enter': breakLine,
      'Shift-Enter': breakLine,
      Enter: splitLine,
      Tab: sinkListItem(nodes.listItem),
      'Shift-Tab': liftListItem(nodes.listItem),
      Backspace: chainCommands(undoInputRule, plainAtStart(schema)),
    }),
    keymap(baseKeymap),
  ]
}
