// @vitest-environment happy-dom
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { expect, it, vi } from 'vitest'
import { documentOf, htmlOf } from './html.ts'
import { setLink } from './links.ts'
import { schemaOf } from './schema.ts'
import { addCaption, insertBlock } from './steps.ts'
import { goToCell } from './table-cells.ts'
import { newTable } from './tables.ts'
import { typing } from './typing.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const schema = schemaOf(['table', 'picture', 'embed'])
const makePicture = (name: string) =>
  schema.nodes.picture?.create({ src: `/files/${name}`, alt: name }) ?? schema.nodes.horizontalRule.create()
const makePlayer = () =>
  schema.nodes.embed?.create({ src: 'https://www.youtube-nocookie.com/embed/x' }) ?? schema.nodes.horizontalRule.create()

/** Opens a text in which '|' is the caret; commands run one after the other. */
function open(html: string) {
  const doc = documentOf(schema, html)
  let at = 1
  doc.descendants((node, pos) => {
    const place = node.isText ? (node.text ?? '').indexOf('|') : -1
    if (place >= 0) at = pos + place
  })
  const marked = EditorState.create({ doc, plugins: typing(schema) })
  const hasCaret = html.includes('|')
  let state = hasCaret ? marked.apply(marked.tr.delete(at, at + 1)) : marked
  if (hasCaret) state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
  const text = {
    take(...steps: Command[]) {
      for (const step of steps)
        step(state, (transaction) => {
          state = state.apply(transaction)
        })
      state.doc.check()
      return text
    },
    type(letters: string) {
      state = state.apply(state.tr.insertText(letters))
      return text
    },
    select(make: (doc: Node) => Selection) {
      state = state.apply(state.tr.setSelection(make(state.doc)))
      return text
    },
    shown: () =>
      htmlOf(schema, state.doc)
        .replace(/<img src="\/files\/(\w+)"[^>]*>/g, '[$1]')
        .replace(/<iframe[^>]*><\/iframe>/g, '[player]'),
    state: () => state,
  }
  return text
}
const insert = (node: Node) => insertBlock(schema, node)

it('the caret is after the inserted block, and the next insertion follows it', () => {
  const insertions = [insert(makePicture('a')), insert(makePicture('b')), insert(makePlayer())]
  expect(
    open('<p>|</p>')
      .take(...insertions)
      .type('x')
      .shown(),
  ).toBe('[a][b][player]<p>x</p>')
  expect(
    open('<p>Satu|</p><p>Dua</p>')
      .take(...insertions)
      .type('x')
      .shown(),
  ).toBe('<p>Satu</p>[a][b][player]<p>xDua</p>')
  expect(
    open('<p>Sa|tu</p>')
      .take(...insertions)
      .type('x')
      .shown(),
  ).toBe('<p>Sa</p>[a][b][player]<p>xtu</p>')
  expect(
    open('<p>|</p><ul><li><p>Satu</p></li></ul>')
      .take(insert(makePicture('a')))
      .type('x')
      .shown(),
  ).toBe('[a]<p>x</p><ul><li><p>Satu</p></li></ul>')
  expect(
    open('<blockquote><p>Satu|</p></blockquote>')
      .take(insert(makePicture('a')))
      .type('x')
      .shown(),
  ).toBe('<blockquote><p>Satu</p>[a]<p>x</p></blockquote>')
  expect(
    open('<p><strong>Sa|tu</strong></p>')
      .take(insert(makePicture('a')))
      .shown(),
  ).toBe('<p><strong>Sa</strong></p>[a]<p><strong>tu</strong></p>')
})

it('a picture that is selected is not replaced by the next insertion', () => {
  const text = open('<p>Satu</p><img src="/files/a" /><p>Dua</p>').select((doc) => NodeSelection.create(doc, 6))
  expect(
    text
      .take(insert(makePicture('b')))
      .type('x')
      .shown(),
  ).toBe('<p>Satu</p>[a][b]<p>xDua</p>')
})

it('an insertion replaces the selected text', () => {
  const text = open('<p>Satu dua</p>').select((doc) => TextSelection.create(doc, 5, 9))
  expect(
    text
      .take(insert(makePicture('a')))
      .type('x')
      .shown(),
  ).toBe('<p>Satu</p>[a]<p>x</p>')
})

it('the cursor is in the first cell of a new table', () => {
  const table = schema.nodeFromJSON(newTable)
  expect(open('<p>Satu|</p>').take(insert(table)).type('x').shown()).toMatch(/^<p>Satu<\/p><table><tbody><tr><th><p>x<\/p><\/th>/)
})

it('what is inserted from a heading of a table goes below the table, with its caption; from another cell into that', () => {
  const table = (head: string, body: string) =>
    `<table><tbody><tr><th><p>${head}</p></th></tr><tr><td><p>${body}</p></td></tr></tbody></table>`
  for (const head of ['A|', '|']) {
    const shown = open(`${table(head, 'B')}<p>C</p>`)
      .take(insert(makePicture('x')), addCaption(schema, 'words'))
      .shown()
    expect(shown).toBe(`${table(head.replace('|', ''), 'B')}[x]<p><em>words</em></p><p>C</p>`)
  }
  expect(open(table('A|', 'B')).take(insert(makePlayer())).shown()).toContain(`${table('A', 'B')}[player]`)
  expect(
    open(`${table('A', 'B|')}<p>C</p>`)
      .take(insert(makePicture('x')))
      .shown(),
  ).toContain('<td><p>B</p>[x]')
})

it('a link inserted after another leaves that unchanged', () => {
  const [first, second] = ['https://idx.co.id', 'https://bei.co.id'].map((href) => setLink(schema, href))
  if (!first || !second) throw new Error('no steps')
  const shown = open('<p>|</p>').take(first, second).type('x').shown()
  expect(shown.replaceAll(' rel="noopener noreferrer" target="_blank"', '')).toBe(
    '<p><a href="https://idx.co.id">https://idx.co.id</a><a href="https://bei.co.id">https://bei.co.id</a>x</p>',
  )
})

it('a rule is followed by an empty line', () => {
  const { state } = open('<p>--|</p><p>Dua</p>')
  const view = new EditorView(null, { state: state() })
  const { from } = view.state.selection
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, from, '-', () => view.state.tr))
  expect(isHandled).toBe(true)
  view.dispatch(view.state.tr.insertText('x'))
  expect(htmlOf(schema, view.state.doc)).toBe('<hr><p>x</p><p>Dua</p>')
  view.destroy()
})

const cells =
  '<table><tbody><tr><th><p>A|</p></th><th><p>B</p></th></tr><tr><td><p>C</p></td><td><p>D</p><p>E</p></td></tr></tbody></table><p>F</p>'

it('Tab goes to the end of the next cell, Shift and Tab to the one before', () => {
  expect(open(cells).take(goToCell(1)).type('x').shown()).toContain('<p>Bx</p>')
  expect(open(cells).take(goToCell(1), goToCell(1)).type('x').shown()).toContain('<p>Cx</p>')
  expect(open(cells).take(goToCell(1), goToCell(1), goToCell(1)).type('x').shown()).toContain('<p>Ex</p>')
  expect(open(cells).take(goToCell(1), goToCell(-1)).type('x').shown()).toContain('<p>Ax</p>')
  // There is no cell before the first one.
  expect(open(cells).take(goToCell(-1)).type('x').shown()).toContain('<p>Ax</p>')
})

it('Tab in the last cell adds a row, also below headings', () => {
  const [tab, type] = [goToCell(1), (text: ReturnType<typeof open>) => text.type('x').shown()]
  expect(type(open(cells).take(tab, tab, tab, tab))).toContain('</tr><tr><td><p>x</p></td><td><p></p></td></tr></tbody></table><p>F</p>')
  expect(type(open('<table><tbody><tr><th colspan="2"><p>A|</p></th><th><p>B</p></th></tr></tbody></table>').take(tab, tab))).toContain(
    '</tr><tr><td><p>x</p></td><td><p></p></td><td><p></p></td></tr>',
  )
  expect(type(open('<table><tbody><tr><th><p>A</p></th><td><p>B|</p></td></tr></tbody></table>').take(tab))).toContain(
    '</tr><tr><th><p>x</p></th><td><p></p></td></tr>',
  )
})

it('Tab is not handled outside of tables', () => {
  expect(goToCell(1)(open('<p>Satu|</p>').state())).toBe(false)
})

/** Presses keys; returns which ones the editor prevented. */
function press(view: EditorView, ...keys: string[]): boolean[] {
  return keys.map((each) => {
    const [key = '', shiftKey] = [each.replace('shift+', ''), each.startsWith('shift+')]
    const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
    return view.someProp('handleKeyDown', (handle) => handle(view, event)) === true
  })
}

it('Tab never leaves a text from a table, but right after Escape', () => {
  const view = new EditorView(document.body.appendChild(document.createElement('div')), { state: open(cells).state() })
  expect(press(view, 'Tab', 'shift+Tab', 'shift+Tab')).toEqual([true, true, true])
  expect(press(view, 'Escape', 'Tab')).toEqual([false, false])
  expect(press(view, 'Escape', 'Shift', 'shift+Tab')).toEqual([false, false, false])
  expect(press(view, 'Escape', 'x', 'Tab')).toEqual([false, false, true])
  // Focus was lost and comes back.
  press(view, 'Escape', 'Tab')
  view.dom.dispatchEvent(new FocusEvent('blur'))
  expect(press(view, 'Tab')).toEqual([true])
  view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)))
  expect(press(view, 'Tab')).toEqual([false])
  view.destroy()
})

it('a caption is a line in italics below its picture, before what is written next', () => {
  const caption = addCaption(schema, 'Harga naik')
  expect(
    open('<p>|</p>')
      .take(insert(makePicture('a')), caption)
      .type('Lalu')
      .shown(),
  ).toBe('[a]<p><em>Harga naik</em></p><p>Lalu</p>')
  expect(
    open('<p>Satu|</p><p>Dua</p>')
      .take(insert(makePicture('a')), caption)
      .type('x')
      .shown(),
  ).toBe('<p>Satu</p>[a]<p><em>Harga naik</em></p><p>xDua</p>')
})
