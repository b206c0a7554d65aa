// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import type { FormValues } from '#console/kit/form/values/tools.ts'
import { role } from '#contract/sections/auth/role.ts'
import { SecondFactorInput } from './second-factor-input.tsx'

const name = 'requires_second_factor'
let form: UseFormReturn<FormValues>

function Input() {
  const value = useWatch({ control: form.control, name })
  const rest = { id: name, name, label: 'Required', onBlur: () => undefined, invalid: false, disabled: false }
  return <SecondFactorInput {...rest} field={role.fields[name]} value={value} onChange={(next) => form.setValue(name, next)} />
}

function Form() {
  form = useForm<FormValues>({ defaultValues: { name: '', [name]: false } })
  return (
    <FormProvider {...form}>
      <Input />
    </FormProvider>
  )
}

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
beforeEach(() => setLocale('en'))

it('a new role requires a second factor by its name, until somebody chooses', () => {
  document.body.replaceChildren()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => act(() => root.unmount()))
  act(() => root.render(<Form />))
  const called = (text: string) => {
    act(() => form.setValue('name', text))
    return form.getValues(name)
  }
  expect(['Admi', 'Admin', 'Administrasi', ' finance ', 'HRD'].map(called)).toEqual([false, true, false, true, true])
  act(() => document.querySelector('input')?.click())
  expect([form.getValues(name), called('Admin')]).toEqual([false, false])
})
