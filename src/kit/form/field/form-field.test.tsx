// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { number, rows, text } from '#contract/kit/field/field.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { resolverOf } from '../values/resolver.ts'
import { countShown, WaitsForLeaving } from '../values/shown-errors.ts'
import type { FormValues, InputProps } from '../values/tools.ts'
import { FormField } from './form-field.tsx'

const fields = {
  name: text({ required: true }),
  picked: text({ required: true }),
  lines: rows({ product: text({ required: true }), qty: number({ required: true }) }, { required: true, min: 1 }),
}

/** A picker: its popup takes the focus while it is open. */
function Picker({ id, onBlur }: InputProps) {
  return (
    <>
      <button type="button" id={id} data-picker="" aria-expanded={false} onBlur={onBlur} />
      <input data-popup="" />
    </>
  )
}

let count = 0
function Form() {
  const form = useForm<FormValues>({
    defaultValues: { name: '', picked: '', lines: [] },
    resolver: resolverOf({ ...transaction, fields, rules: [] }),
    mode: 'onTouched',
  })
  const { errors, touchedFields, submitCount } = form.formState
  count = countShown(errors, touchedFields, submitCount > 0)
  return (
    <FormProvider {...form}>
      <WaitsForLeaving value>
        <form onSubmit={form.handleSubmit(() => undefined)}>
          <FormField name="name" field={fields.name} />
          <FormField name="picked" field={fields.picked} input={Picker} />
          <FormField name="lines" field={fields.lines} />
        </form>
      </WaitsForLeaving>
    </FormProvider>
  )
}

let root: Root
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['forms', 'kit'])
})
afterEach(() => act(() => root.unmount()))

async function open(): Promise<void> {
  document.body.replaceChildren()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Form />))
}

const at = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}
const redOf = (field: string) => at(`[data-field="${field}"]`).querySelectorAll('.text-danger-text:not([aria-hidden])').length
const press = (element: HTMLElement) => act(async () => element.click())
const button = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`no button ${name}`)
  return found
}

it('a field shows no problem before the person left it', async () => {
  await open()
  const input = at('[data-field=name] input')
  await act(async () => input.focus())
  expect(redOf('name')).toBe(0)
  await act(async () => input.blur())
  expect(redOf('name')).toBe(1)
  expect(count).toBe(1)
})

it('an added row shows no problem, not even after Save, until it is judged itself', async () => {
  await open()
  await press(button('Add row'))
  expect([redOf('lines.0.product'), count]).toEqual([0, 0])
  await act(async () => at('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await vi.waitFor(() => expect(redOf('lines.0.product')).toBe(1))
  await press(button('Add row'))
  expect([redOf('lines.0.product'), redOf('lines.1.product')]).toEqual([1, 0])
})

it('a picker that opens is not left', async () => {
  await open()
  const picker = at('[data-picker]')
  await act(async () => picker.focus())
  picker.setAttribute('aria-expanded', 'true')
  await act(async () => at('[data-popup]').focus())
  expect(redOf('picked')).toBe(0)
  await act(async () => picker.focus())
  picker.setAttribute('aria-expanded', 'false')
  await act(async () => picker.blur())
  expect(redOf('picked')).toBe(1)
})
