// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import { mendTextFields } from '#tests/support/test-text-fields.ts'
import { CannedList } from './canned-list.tsx'
import { TextBox } from './text-box.tsx'
import { useCannedMenu } from './use-canned-menu.ts'
import { type Text, useText } from './use-text.ts'

vi.mock('./use-canned.ts', () => {
  const all = [{ ref: '1', shortcut: 'salam', title: 'Salam', text: 'Salam, {customer_name}!', attachment: null }]
  return { useCanned: () => ({ all, loading: false }) }
})

const room = 'room-1'
let typed: Text
let root: Root

/** The box with canned replies; no box while recording. */
function Composer({ isRecording = false }: { isRecording?: boolean }) {
  typed = useText(room, undefined)
  const canned = useCannedMenu(typed, 'Budi', () => undefined)
  const nothing = () => undefined
  return (
    <>
      {canned.asked && <CannedList id="list" {...canned} at={canned.chosen} onPick={canned.pick} />}
      <button type="button" onClick={canned.ask} />
      {!isRecording && (
        <TextBox listId="list" typed={typed} canned={canned} placeholder="" onSend={nothing} onEscape={nothing} onPaste={nothing} />
      )}
    </>
  )
}

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
})
beforeEach(() => writeRoomDraft(room, { content: '' }))
afterEach(() => act(() => root.unmount()))

function findBox(): HTMLTextAreaElement {
  const box = document.querySelector('textarea')
  if (!box) throw new Error('no box')
  return box
}

/** Renders the box with a text in which '[' and ']' mark the selection, or '|' the caret; without either it is untouched. */
function open(marked: string): void {
  const text = marked.replace(/[[\]|]/g, '')
  writeRoomDraft(room, { content: text })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<Composer />))
  const from = marked.search(/[[|]/)
  if (from < 0) return
  const to = marked.includes(']') ? marked.indexOf(']') - 1 : from
  act(() => {
    findBox().focus()
    findBox().setSelectionRange(from, to)
    findBox().dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
  })
}

const press = (key: string) => act(() => findBox().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const ask = () => act(() => document.querySelector('button')?.click())
const offered = () => document.querySelectorAll('[role=option]').length

/** The text with '|' at the caret; the draft is the same. */
function shown(): string {
  const { value, selectionStart: from } = findBox()
  expect(readRoomDraft(room).content).toBe(value)
  return `${value.slice(0, from)}|${value.slice(from)}`
}

it('an emoji is inserted once at the caret', () => {
  open('Halo |kak')
  act(() => typed.insert('👍'))
  expect(shown()).toBe('Halo 👍|kak')
  act(() => typed.insert('🙏'))
  expect(shown()).toBe('Halo 👍🙏|kak')
})

it('inserted text replaces only the selection', () => {
  open('Halo [pak] Budi')
  act(() => typed.insert('kak'))
  expect(shown()).toBe('Halo kak| Budi')
})

it('inserted text is appended to an untouched draft', () => {
  open('Harga sudah')
  act(() => typed.insert(' naik'))
  expect(shown()).toBe('Harga sudah naik|')
})

it('a late draft is inserted once, with what was typed meanwhile', () => {
  open('Halo')
  const { insert } = typed
  act(() => typed.write('Halo kak, '))
  act(() => insert('dividen dibayar 4 Mei.'))
  expect(shown()).toBe('Halo kak, dividen dibayar 4 Mei.|')
})

it('a draft that comes during a recording is appended to the text, also after leaving', () => {
  open('Halo kak, ')
  const { insert } = typed
  act(() => root.render(<Composer isRecording />))
  act(() => insert('dividen'))
  act(() => root.render(<Composer />))
  expect(shown()).toBe('Halo kak, dividen|')
  act(() => root.render(null))
  insert('!')
  expect(readRoomDraft(room).content).toBe('Halo kak, dividen!')
})

it('a canned reply replaces its search term and keeps the text around it', () => {
  open('Ya /sa| kak')
  press('Enter')
  expect(shown()).toBe('Ya Salam, Budi!| kak')
})

it('the button of canned replies leaves no slash behind, wherever the caret stands', () => {
  for (const [before, after] of [
    ['', 'Salam, Budi!|'],
    ['Halo|', 'Halo Salam, Budi!|'],
    ['Halo| kak', 'Halo Salam, Budi!| kak'],
    ['| kak', 'Salam, Budi!| kak'],
    ['Halo [pak] Budi', 'Halo Salam, Budi!| Budi'],
  ] as const) {
    open(before)
    ask()
    expect(offered()).toBe(1)
    press('Enter')
    expect(shown()).toBe(after)
    act(() => root.unmount())
  }
  open('')
})

it('the button asks once, however often it is pressed', () => {
  open('Ya ')
  ask()
  ask()
  press('Enter')
  expect(shown()).toBe('Ya Salam, Budi!|')
})

it('Escape takes back the slash of the button, and leaves one that was typed', () => {
  open('Halo| kak')
  ask()
  press('Escape')
  expect([shown(), offered()]).toEqual(['Halo| kak', 0])
  act(() => typed.insert(' /'))
  press('Escape')
  expect([shown(), offered()]).toEqual(['Halo /| kak', 0])
  ask()
  expect([shown(), offered()]).toEqual(['Halo /| kak', 1])
})
