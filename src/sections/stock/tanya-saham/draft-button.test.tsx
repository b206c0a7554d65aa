// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { Writing } from '#console/inbox/composer/writing.tsx'
import { mendTextFields, stubExecCommand } from '#tests/support/test-text-fields.ts'
import { DraftButton } from './draft-button.tsx'

const { answers } = vi.hoisted(() => ({ answers: [] as ((answer: string) => void)[] }))
vi.mock('#console/data/api/request.ts', () => ({
  request: () => new Promise((resolve) => answers.push((answer) => resolve({ answer, reason: null, sources: [] }))),
}))
vi.mock('#console/inbox/composer/use-canned.ts', () => ({ useCanned: () => ({ all: [], loading: false }) }))

const room = 'question-1'
let root: Root
let command: ReturnType<typeof stubExecCommand>

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
  await Promise.all([loadMessages(['chat']), loadSectionWords('tanya-saham')])
})
beforeEach(() => {
  command = stubExecCommand()
})
afterEach(() => {
  act(() => root.unmount())
  writeRoomDraft(room, { content: '' })
  command.restore()
})

function box(): HTMLTextAreaElement {
  const found = document.querySelector('textarea')
  if (!found) throw new Error('no box')
  return found
}

/** Renders the input with the caret at '|', and requests a draft. */
async function askWith(marked: string): Promise<void> {
  writeRoomDraft(room, { content: marked.replace('|', '') })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const nothing = () => undefined
  const never = () => new Promise<string>(nothing)
  act(() =>
    root.render(
      <Writing
        room={room}
        customer="Budi"
        reply={null}
        onReply={nothing}
        messages={[]}
        onSent={nothing}
        send={{ text: never, media: never }}
        tool={(typed) => <DraftButton chat="1" typed={typed} onSources={nothing} />}
      />,
    ),
  )
  act(() => {
    box().focus()
    box().setSelectionRange(marked.indexOf('|'), marked.indexOf('|'))
  })
  await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Draft an answer"]')?.click())
}

/** The box's text with '|' at the caret; the draft has the same. */
function shown(): string {
  const { value, selectionStart: at } = box()
  expect(readRoomDraft(room).content).toBe(value)
  return `${value.slice(0, at)}|${value.slice(at)}`
}

const comes = (answer: string) => act(async () => answers.at(-1)?.(answer))

it('a drafted answer is inserted once at the caret', async () => {
  await askWith('Halo kak, | Terima kasih.')
  expect(shown()).toBe('Halo kak, | Terima kasih.')
  await comes('dividen dibayar 4 Mei.')
  expect(shown()).toBe('Halo kak, dividen dibayar 4 Mei.| Terima kasih.')
})

it('a drafted answer is inserted at the current caret, and keeps text typed meanwhile', async () => {
  await askWith('Halo| Salam')
  act(() => void document.execCommand('insertText', false, ' kak, '))
  await comes('naik.')
  expect(shown()).toBe('Halo kak, naik.| Salam')
})

it('a drafted answer does not take the focus from another field', async () => {
  await askWith('Halo | Salam')
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  await comes('kak')
  expect([shown(), document.activeElement]).toEqual(['Halo kak| Salam', search])
  search.remove()
})
