// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { box, closePage, find, isThere, openPage, press } from '#tests/support/composer-page.tsx'
import { mendTextFields, stubExecCommand } from '#tests/support/test-text-fields.ts'
import { Writing } from './writing.tsx'

const room = 'room-1'
let command: ReturnType<typeof stubExecCommand>
/** Messages given to the outbox. */
let keeping: { content: string; refuse: () => void; keep: () => void }[]

function keep(content: string): Promise<string> {
  return new Promise((resolve, reject) => {
    keeping.push({ content, refuse: () => reject(new Error('the storage is full')), keep: () => resolve('ref-1') })
  })
}

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
  await loadMessages(['chat'])
})
beforeEach(() => {
  command = stubExecCommand()
  keeping = []
})
afterEach(() => {
  closePage()
  writeRoomDraft(room, { content: '' })
  command.restore()
})

/** Renders the box with the caret at '|'. */
function open(marked: string, tool?: ReactNode): void {
  writeRoomDraft(room, { content: marked.replace('|', '') })
  const nothing = () => undefined
  openPage(
    <Writing
      room={room}
      customer="Budi"
      reply={null}
      onReply={nothing}
      messages={[]}
      onSent={nothing}
      send={{ text: ({ content }) => keep(content), media: (_files, { content = '' }) => keep(content) }}
      {...(tool && { tool: () => tool })}
    />,
  )
  act(() => {
    box().focus()
    box().setSelectionRange(marked.indexOf('|'), marked.indexOf('|'))
  })
}

/** Makes storing the message fail; resolves when the box has its text again. */
const refuse = () =>
  act(async () => {
    const [first] = keeping
    first?.refuse()
    await vi.waitFor(() => expect(readRoomDraft(room).content).toContain(first?.content))
  })
const type = (text: string) => act(() => void document.execCommand('insertText', false, text))

/** The box's text with '|' at the caret; the draft has the same. */
function shown(): string {
  const { value, selectionStart: at } = box()
  expect(readRoomDraft(room).content).toBe(value)
  return `${value.slice(0, at)}|${value.slice(at)}`
}

it('a message that could not be queued returns to the box, before what was typed meanwhile', async () => {
  open('Halo kak|')
  await press('Send')
  expect([keeping.map(({ content }) => content), shown()]).toEqual([['Halo kak'], '|'])
  type('dividen ')
  type('naik')
  await refuse()
  expect(shown()).toBe('Halo kak\ndividen naik|')
  await press('Send')
  expect(keeping.map(({ content }) => content)).toEqual(['Halo kak', 'Halo kak\ndividen naik'])
})

it('a message that could not be queued returns to the box unchanged', async () => {
  open('Halo |kak ')
  await press('Send')
  await refuse()
  expect(shown()).toBe('Halo kak |')
})

it('the box has only what was typed while a message was being queued', async () => {
  open('Halo kak|')
  await press('Send')
  type('dividen')
  await act(async () => keeping[0]?.keep())
  expect(shown()).toBe('dividen|')
})

it('the emoji picker inserts one emoji at the caret', async () => {
  open('Halo |kak')
  for (const sign of ['👍', '🙏']) {
    await press('Emoji')
    await press(sign)
  }
  expect(shown()).toBe('Halo 👍🙏|kak')
  expect(command.spy.mock.calls.map(([, , text]) => text)).toEqual(['👍', '🙏'])
})

it('the tools fold while one types, and a press brings them back until the next letter', async () => {
  open('|')
  expect(isThere('button[aria-label="Tools"]')).toBe(false)
  type('Halo')
  await press('Tools')
  expect(isThere('button[aria-label="Tools"]')).toBe(false)
  type(' kak')
  expect(isThere('button[aria-label="Tools"]')).toBe(true)
})

it('where there is a further tool, a phone keeps attaching and that one in sight, and a press brings the rarer ones', async () => {
  open('|', <button type="button" aria-label="Further" />)
  const hiddenOnPhones = () =>
    ['Emoji', 'Canned replies', 'Attach', 'Further'].filter((name) => find(`[aria-label^="${name}"]`).closest('.max-md\\:hidden'))
  expect(hiddenOnPhones()).toEqual(['Emoji', 'Canned replies'])
  await press('Tools')
  expect(hiddenOnPhones()).toEqual([])
  type('H')
  expect(hiddenOnPhones()).toEqual(['Emoji', 'Canned replies', 'Attach', 'Further'])
})
