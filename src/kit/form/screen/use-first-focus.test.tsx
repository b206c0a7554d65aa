// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useFirstFocus } from './use-first-focus.ts'

let root: Root
function Form({ isNew }: { isNew: boolean }) {
  return (
    <form ref={useFirstFocus(isNew)}>
      <div data-field="category">
        <button type="button" />
        <select />
      </div>
      <div data-field="price">
        <input type="text" inputMode="decimal" />
      </div>
      <div data-field="day">
        <input type="text" data-date="" />
      </div>
      <div data-field="slug">
        <input type="text" disabled />
      </div>
      <div data-field="title">
        <input type="text" name="title" />
      </div>
      <div data-field="notes">
        <textarea name="notes" />
      </div>
    </form>
  )
}

async function open(isNew: boolean, isTouched: boolean): Promise<string | null> {
  vi.stubGlobal('matchMedia', () => ({ matches: isTouched }))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Form isNew={isNew} />))
  return document.activeElement?.getAttribute('name') ?? null
}

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('a new record begins in its first text field', async () => {
  expect(await open(true, false)).toBe('title')
})

it('a record that is there begins nowhere, nor does one under a finger', async () => {
  expect(await open(false, false)).toBeNull()
  await act(async () => root.unmount())
  expect(await open(true, true)).toBeNull()
})
