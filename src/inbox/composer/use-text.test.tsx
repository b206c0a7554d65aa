// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { closePage, drawPage, openPage } from '#tests/support/composer-page.tsx'
import { mendTextFields } from '#tests/support/test-text-fields.ts'
import { CannedList } from './canned-list.tsx'
import { TextBox } from './text-box.tsx'
import { useCannedMenu } from './use-canned-menu.ts'
import { type Text, useText } from './use-text.ts'

const attachment = { url: '/f/a.pdf', name: 'brosur.pdf', type: 'application/pdf', size: 1 }
const three = [
  { ref: '1', shortcut: 'bro', title: 'Brosur {sales_name}', text: 'Ini', attachment },
  { ref: '2', shortcut: 'broker', title: 'Broker', text: 'Kami', attachment: null },
  { ref: '3', shortcut: 'x', title: 'X', text: 'brosur {sales_name}', attachment: null },
]
const canned = [{ ref: '1', shortcut: 'salam', title: 'Salam', text: 'Salam, {customer_name}!', attachment: null }]
const room = 'room-1'
let typed: Text

/** The box with canned replies; no box while recording. */
function Composer({ isRecording = false }: { isRecording?: boolean }) {
  typed = useText(room, undefined)
  const menu = useCannedMenu(typed, 'Budi', () => undefined)
  const nothing = () => undefined
  return (
    <>
      {menu.asked && <CannedList id="list" {...menu} at={menu.chosen} onPick={menu.pick} />}
      <button type="button" onClick={menu.ask} />
      {!isRecording && (
        <TextBox listId="list" typed={typed} canned={menu} placeholder="" onSend={nothing} onEscape={nothing} onPaste={nothing} />
      )}
    </>
  )
}

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
  await loadMessages(['chat'])
})
beforeEach(() => writeRoomDraft(room, { content: '' }))
afterEach(closePage)

function findBox(): HTMLTextAreaElement {
  const box = document.querySelector('textarea')
  if (!box) throw new Error('no box')
  return box
}

/** Renders the box with a text in which '[' and ']' mark the selection, or '|' the caret; without either it is untouched. */
function open(marked: string): void {
  const text = marked.replace(/[[\]|]/g, '')
  writeRoomDraft(room, { content: text })
  openPage(<Composer />, canned)
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
  drawPage(<Composer isRecording />)
  act(() => insert('dividen'))
  drawPage(<Composer />)
  expect(shown()).toBe('Halo kak, dividen|')
  drawPage(null)
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
    closePage()
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

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const chosen = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true')

/** Opens the list of three replies. */
function openThree() {
  const scrolled: unknown[] = []
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement, how) {
    scrolled.push([options().indexOf(this), how])
  }
  writeRoomDraft(room, { content: '/bro' })
  openPage(<Composer />, three)
  return scrolled
}

it('arrows choose a reply, over the ends, and the box names the chosen one', () => {
  const scrolled = openThree()
  expect([chosen(), findBox().getAttribute('aria-controls')]).toEqual([0, 'list'])
  press('ArrowDown')
  expect(chosen()).toBe(1)
  press('ArrowDown')
  press('ArrowDown')
  expect(chosen()).toBe(0)
  press('ArrowUp')
  expect(chosen()).toBe(2)
  expect(findBox().getAttribute('aria-activedescendant')).toBe(options()[2]?.id)
  expect(scrolled.at(-1)).toEqual([2, { block: 'nearest' }])
  press('Tab')
  expect(shown()).toBe('brosur {sales_name}|')
})

it('other text chooses the first reply again', () => {
  openThree()
  press('ArrowDown')
  press('ArrowDown')
  act(() => typed.insert('k'))
  expect([offered(), chosen()]).toEqual([1, 0])
})

it('a reply is picked with the pointer, which leaves the focus in the box', () => {
  openThree()
  const down = new Event('pointerdown', { bubbles: true, cancelable: true })
  act(() => void options()[1]?.dispatchEvent(down))
  expect(down.defaultPrevented).toBe(true)
  act(() => options()[1]?.click())
  expect(shown()).toBe('Kami|')
})

it('a reply that has the focus is picked with Enter, and with no letter', () => {
  openThree()
  const at = (key: string) => act(() => void options()[1]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  at('a')
  expect(shown()).toBe('/bro|')
  at('Enter')
  expect(shown()).toBe('Kami|')
})

it('a reply says what it is: its shortcut, title, text and file', () => {
  openThree()
  expect(options().map(({ textContent }) => textContent)).toEqual(['/broBrosurIni', '/brokerBrokerKami', '/xXbrosur {sales_name}'])
  expect(document.querySelectorAll('[role=listbox] [aria-label="brosur.pdf"]')).toHaveLength(1)
  expect(document.querySelector('[role=listbox]')?.textContent).not.toContain('No canned reply fits')
})

it('a list without a match says so, and leaves Enter and arrows to the box', () => {
  open('/zz|')
  expect([offered(), document.querySelector('[role=listbox]')?.textContent]).toEqual([0, 'No canned reply fits'])
  for (const key of ['ArrowDown', 'Enter', 'Tab', 'b']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    act(() => void findBox().dispatchEvent(event))
    expect([key, event.defaultPrevented]).toEqual([key, key === 'Enter'])
  }
})

it('the writing direction follows the text once there is one', () => {
  open('')
  expect(findBox().hasAttribute('dir')).toBe(false)
  act(() => typed.write('Halo'))
  expect(findBox().getAttribute('dir')).toBe('auto')
})
