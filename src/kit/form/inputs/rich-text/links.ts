/** Links of a rich text: set by hand, or detected in typed and pasted text. */

import { InputRule } from 'prosemirror-inputrules'
import { Fragment, type Node, type ResolvedPos, Slice } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import type { TextSchema } from './schema.ts'
import { hasMark } from './steps.ts'

/** A web address with its scheme or `www.`, a mail address, or a bare host under one of the usual endings. */
const address =
  /^(?:(?:https?:\/\/|www\.)[^\s<>"]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.(?:com|net|org|id|tr|io)(?:\/[^\s<>"]{0,2000})?)$/i
const closing = `.,;:!?)]}'"»”`

/** Returns a word's URL for a link, else null. */
function hrefOf(word: string): string | null {
  if (!address.test(word)) return null
  if (/^https?:\/\//i.test(word)) return /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(word) ? word : null
  return word.includes('@') && !word.includes('/') ? `mailto:${word}` : `https://${word}`
}

/** The link at or after the position. At its end typing continues without it, so that another link can follow. */
function linkAround($at: ResolvedPos, { marks }: TextSchema): { from: number; to: number; href: string } | null {
  const links: { from: number; to: number; href: string }[] = []
  $at.parent.forEach((child, offset) => {
    const link = marks.link.isInSet(child.marks)
    if (!link) return
    const href = String(link.attrs.href)
    const from = $at.start() + offset
    const last = links.at(-1)
    if (last?.to === from && last.href === href) last.to += child.nodeSize
    else links.push({ from, to: from + child.nodeSize, href })
  })
  return links.find(({ from, to }) => from <= $at.pos && $at.pos < to) ?? null
}

/** URL of the link at the selection. */
export const linkAt = (state: EditorState, schema: TextSchema): string | null => linkAround(state.selection.$from, schema)?.href ?? null

export const isLink = (state: EditorState, schema: TextSchema): boolean =>
  state.selection.empty ? linkAt(state, schema) !== null : hasMark(state, schema.marks.link)

/** Null removes the link. With nothing selected and no link, the URL itself is inserted. */
export const setLink =
  (schema: TextSchema, href: string | null): Command =>
  (state, dispatch) => {
    const { selection, tr } = state
    const whole = linkAround(selection.$from, schema)
    const { from, to } = whole && selection.to <= whole.to ? whole : selection
    if (href === null) tr.removeMark(from, to, schema.marks.link)
    else if (from < to) tr.removeMark(from, to, schema.marks.link).addMark(from, to, schema.marks.link.create({ href }))
    else tr.replaceSelectionWith(schema.text(href, [schema.marks.link.create({ href })]), false)
    dispatch?.(tr)
    return true
  }

/** Links the word before the cursor where it is an address. */
function linkWord(state: EditorState, schema: TextSchema, end: number): Transaction | null {
  const $end = state.doc.resolve(end)
  if (!$end.parent.type.allowsMarkType(schema.marks.link)) return null
  const before = $end.parent.textBetween(Math.max(0, $end.parentOffset - 2_100), $end.parentOffset, undefined, '\ufffc')
  const word = before.split(/[\s\ufffc]/).at(-1) ?? ''
  const text = trimEndOf(word, closing)
  const href = hrefOf(text)
  const from = end - word.length
  if (href === null || state.doc.rangeHasMark(from, end, schema.marks.link) || state.doc.rangeHasMark(from, end, schema.marks.code))
    return null
  return state.tr.addMark(from, from + text.length, schema.marks.link.create({ href })).removeStoredMark(schema.marks.link)
}

/** Links a word on a space. */
export const typedLink = (schema: TextSchema) =>
  new InputRule(/\S\s$/, (state, match, _start, end) => {
    const [typed = ''] = match
    return typed.endsWith('\n') ? null : (linkWord(state, schema, end)?.insertText(typed.slice(-1), end) ?? null)
  })

/** Links a word on Enter, which then continues. */
export const linkBeforeBreak =
  (schema: TextSchema): Command =>
  (state, dispatch) => {
    const linked = state.selection.empty ? linkWord(state, schema, state.selection.from) : null
    if (linked) dispatch?.(linked)
    return false
  }

function linkedText(node: Node, schema: TextSchema): Node[] {
  const text = node.text ?? ''
  return text.split(/(\s+)/).flatMap((word) => {
    if (!word) return []
    const bare = trimEndOf(word, closing)
    const href = hrefOf(bare)
    if (href === null) return [schema.text(word, node.marks)]
    const link = schema.text(bare, schema.marks.link.create({ href }).addToSet(node.marks))
    return bare === word ? [link] : [link, schema.text(word.slice(bare.length), node.marks)]
  })
}

function linkContent(content: Fragment, schema: TextSchema): Fragment {
  const nodes: Node[] = []
  content.forEach((node) => {
    const stays = node.type.spec.code || node.marks.some(({ type }) => type === schema.marks.link || type === schema.marks.code)
    if (node.isText && !stays) nodes.push(...linkedText(node, schema))
    else nodes.push(stays ? node : node.copy(linkContent(node.content, schema)))
  })
  return Fragment.fromArray(nodes)
}

/** A pasted address links the selection; in a longer text each address becomes a link. */
export const pastedLinks = (schema: TextSchema) =>
  new Plugin({
    props: {
      transformPasted: (slice) => new Slice(linkContent(slice.content, schema), slice.openStart, slice.openEnd),
      handlePaste: (view, _event, slice) => {
        const href = hrefOf(slice.content.textBetween(0, slice.content.size, ' ').trim())
        if (href === null || view.state.selection.empty) return false
        return setLink(schema, href)(view.state, view.dispatch)
      },
    },
  })
