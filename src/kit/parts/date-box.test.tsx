// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { dateTime } from '#contract/kit/field/field.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { FormField } from '../form/field/form-field.tsx'
import { resolverOf } from '../form/values/resolver.ts'
import { WaitsForLeaving } from '../form/values/shown-errors.ts'
import type { FormValues } from '../form/values/tools.ts'

const fields = { at: dateTime() }

function Form() {
  const form = useForm<FormValues>({
    defaultValues: { at: '2026-11-02T10:00:00+07:00' },
    resolver: resolverOf({ ...transaction, fields, rules: [] }),
    mode: 'onTouched',
  })
  return (
    <FormProvider {...form}>
      <WaitsForLeaving value>
        <FormField name="at" field={fields.at} />
      </WaitsForLeaving>
    </FormProvider>
  )
}

let root: Root
const input = (): HTMLInputElement => {
  const found = document.querySelector('input')
  if (!found) throw new Error('no input')
  return found
}
const problem = () => document.querySelector('.text-danger-text')?.textContent ?? ''

/** Types over what is there, and leaves. */
async function type(text: string): Promise<void> {
  await act(async () => input().focus())
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => input().blur())
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['forms', 'kit'])
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00+07:00') })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Form />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('a day without its year is the next such day, in words too', async () => {
  await type('29 nov 14:00')
  expect([input().value, problem()]).toEqual(['29 Nov 2026, 14:00', ''])
  await type('besok 9')
  expect([input().value, problem()]).toEqual(['27 Nov 2026, 09:00', ''])
})

it('what is no date stays as it was typed, with its problem as soon as the field is left', async () => {
  await type('kapan-kapan 29 nov 14:00')
  expect(input().value).toBe('kapan-kapan 29 nov 14:00')
  expect(problem()).not.toBe('')
  await type('29/11/2026')
  expect(problem()).toBe('')
})
