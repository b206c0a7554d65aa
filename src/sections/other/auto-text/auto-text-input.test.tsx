// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { mendTextFields } from '#tests/support/test-text-fields.ts'
import { AutoTextInput } from './auto-text-input.tsx'

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
})

function Form({ first }: { first: string }) {
  const [value, setValue] = useState<unknown>(first)
  return (
    <AutoTextInput
      {...{ id: 'text', name: 'text', label: 'Text', field: autoText.fields.text, value, onChange: setValue, onBlur: () => undefined }}
      invalid={false}
      disabled={false}
    />
  )
}

/** Returns text and caret after a press on a variable's button, with this selection before. */
function press(first: string, selection?: [number, number]): string {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => root.render(<Form first={first} />))
  const field = place.querySelector('textarea')
  if (!field) throw new Error('no field')
  if (selection) field.setSelectionRange(...selection)
  act(() => place.querySelector('button')?.click())
  const shown = `${field.value.slice(0, field.selectionStart)}|${field.value.slice(field.selectionEnd)}`
  act(() => root.unmount())
  place.remove()
  return shown
}

it('a variable is inserted at the caret', () => {
  expect(press('Halo , apa kabar?', [5, 5])).toBe('Halo {customer_name}|, apa kabar?')
})

it('a variable replaces the selection', () => {
  expect(press('Halo Budi, apa kabar?', [5, 9])).toBe('Halo {customer_name}|, apa kabar?')
})

it('a variable is appended to an untouched text', () => {
  expect(press('Halo ')).toBe('Halo {customer_name}|')
})
