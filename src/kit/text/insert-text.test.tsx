// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mendTextFields, stubExecCommand } from '#tests/support/test-text-fields.ts'
import { insertText, putCaretAtEnd } from './insert-text.ts'

beforeAll(mendTextFields)
afterEach(() => document.body.replaceChildren())

function Field({ first }: { first: string }) {
  const [text, setText] = useState(first)
  return <textarea ref={putCaretAtEnd} value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

/** Renders a controlled field with the text and selection; without a selection it is untouched. */
function drawField(first: string, selection?: [number, number]): HTMLTextAreaElement {
  const place = document.body.appendChild(document.createElement('div'))
  act(() => createRoot(place).render(<Field first={first} />))
  const field = place.querySelector('textarea')
  if (!field) throw new Error('no field')
  if (selection) field.setSelectionRange(...selection)
  return field
}

/** Returns the text with '|' at the caret. */
function insertInto(field: HTMLTextAreaElement, text: string, from?: number): string {
  act(() => insertText(field, text, from))
  expect(field.selectionStart).toBe(field.selectionEnd)
  return `${field.value.slice(0, field.selectionStart)}|${field.value.slice(field.selectionStart)}`
}

describe.each([true, false])('where the page has execCommand: %s', (hasCommand) => {
  let command: ReturnType<typeof stubExecCommand> | undefined
  beforeEach(() => {
    command = hasCommand ? stubExecCommand() : undefined
  })
  afterEach(() => {
    // The fallback runs only where the command does not exist.
    if (command) expect(command.spy.mock.results.every(({ value }) => value === true)).toBe(true)
    command?.restore()
  })

  it('a text is inserted at the caret', () => {
    expect(insertInto(drawField('Halo kak', [5, 5]), '👍')).toBe('Halo 👍|kak')
  })

  it('a text replaces the selection', () => {
    expect(insertInto(drawField('Halo pak Budi', [5, 8]), 'kak')).toBe('Halo kak| Budi')
  })

  it('a text replaces everything from a position to the end of the selection', () => {
    expect(insertInto(drawField('Ya /sa kak', [6, 6]), 'Salam', 3)).toBe('Ya Salam| kak')
    expect(insertInto(drawField('Ya /salam kak', [6, 9]), 'Salam', 3)).toBe('Ya Salam| kak')
    expect(insertInto(drawField('Ya /', [4, 4]), '', 3)).toBe('Ya |')
    expect(insertInto(drawField('Ya / kak', [4, 4]), '', 3)).toBe('Ya | kak')
  })

  it('an empty text at a caret changes nothing', () => {
    expect(insertInto(drawField('Halo kak', [5, 5]), '')).toBe('Halo |kak')
  })

  it('an untouched field is appended to', () => {
    expect(insertInto(drawField('Halo'), ' kak')).toBe('Halo kak|')
  })

  it('several insertions follow each other', () => {
    const field = drawField('ab', [1, 1])
    insertInto(field, '1')
    expect(insertInto(field, '2')).toBe('a12|b')
  })
})

it('the field gets the focus, unless somebody types elsewhere', () => {
  const field = drawField('')
  insertInto(field, 'a')
  expect(document.activeElement).toBe(field)
  const search = document.body.appendChild(document.createElement('input'))
  search.focus()
  expect(insertInto(field, 'b')).toBe('ab|')
  expect(document.activeElement).toBe(search)
})
