// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { type Field, money, number, percent } from '#contract/kit/field/field.ts'
import { NumberInput } from './number-input.tsx'

let root: Root
let kept: unknown
let setKept: (value: unknown) => void

function Form({ field, first }: { field: Field; first: unknown }) {
  const [value, setValue] = useState(first)
  kept = value
  setKept = setValue
  const rest = { id: 'price', name: 'price', label: 'Price', onBlur: () => undefined, invalid: false, disabled: false }
  return <NumberInput {...rest} field={field} value={value} onChange={setValue} />
}

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
beforeEach(() => setLocale('en'))
afterEach(() => act(() => root.unmount()))

function open(field: Field, first: unknown): HTMLInputElement {
  document.body.replaceChildren()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<Form field={field} first={first} />))
  const input = document.querySelector('input')
  if (!input) throw new Error('no input')
  return input
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Types like a keyboard: replaces the selection. */
function type(input: HTMLInputElement, text: string): void {
  const { value, selectionStart, selectionEnd } = input
  const from = selectionStart ?? value.length
  act(() => {
    setValue?.call(input, value.slice(0, from) + text + value.slice(selectionEnd ?? from))
    input.setSelectionRange(from + text.length, from + text.length)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const focus = (input: HTMLInputElement) => act(() => input.focus())
const leave = (input: HTMLInputElement) => act(() => input.blur())

it.each([
  ['a price', money(), 40_503_850, '40,503,850', '4000', 4_000, '4,000'],
  ['a price that is pasted', money(), 1, '1', 'Rp 40.503.850', 40_503_850, '40,503,850'],
  ['a price without a value', money(), null, '', '5,000', 5_000, '5,000'],
  ['a whole number', number({ integer: true }), 12_500, '12500', '7', 7, '7'],
  ['a number', number(), 12.5, '12.5', '1.125', 1.125, '1.125'],
  ['a percentage', percent(), 7.5, '7.5', '12,5', 12.5, '12.5'],
])('typing after Tab replaces %s', (_what, field, first, before, typed, value, after) => {
  const input = open(field, first)
  expect(input.value).toBe(before)
  focus(input)
  type(input, typed)
  expect([kept, input.value]).toEqual([value, typed])
  leave(input)
  expect([kept, input.value]).toEqual([value, after])
})

it('a fraction is written in the language, and stays equal after a focus', async () => {
  await setLocale('id')
  const input = open(number(), 1.125)
  expect(input.value).toBe('1,125')
  focus(input)
  type(input, '1,1255')
  type(input, '')
  leave(input)
  expect([kept, input.value]).toEqual([1.1255, '1,1255'])
})

it('a focused price keeps its value and its format', () => {
  const input = open(money(), 40_503_850)
  focus(input)
  expect(input.value).toBe('40503850')
  leave(input)
  expect([kept, input.value]).toEqual([40_503_850, '40,503,850'])
})

it('a press sets the caret, and typing goes there', () => {
  const input = open(money(), 4_000)
  act(() => {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    input.focus()
    input.setSelectionRange(1, 1)
  })
  type(input, '5')
  expect([kept, input.value]).toEqual([45_000, '45000'])
  leave(input)
  focus(input)
  type(input, '9')
  expect(kept).toBe(9)
})

it('typing a number continues after the window lost its focus', () => {
  const input = open(money(), 1_000)
  focus(input)
  type(input, '25')
  // The window loses focus while the field keeps it.
  act(() => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  act(() => input.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  type(input, '00')
  expect([kept, input.value]).toEqual([2_500, '2500'])
})

it('a value that changes from outside is shown once nothing is typed', () => {
  const input = open(money(), 1_000)
  act(() => setKept(2_000))
  expect(input.value).toBe('2,000')
})

it('text that is no number stays as typed', () => {
  const input = open(money(), 1_000)
  focus(input)
  type(input, '1e5')
  leave(input)
  expect([kept, input.value]).toEqual(['1e5', '1e5'])
})
