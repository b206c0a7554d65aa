import { createFormControl } from 'react-hook-form'
import { expect, it } from 'vitest'
import { leads } from '#contract/sections/sales/leads.ts'
import type { FormValues } from '../values/tools.ts'
import { isTyped } from './use-base.ts'

it('isTyped knows input before the next render, so that a refetched record does not replace it', () => {
  const form = createFormControl<FormValues>({ defaultValues: { name: 'Sari', city: 'Bandung' } })
  const { onChange } = form.register('city')
  expect(isTyped(form, leads)).toBe(false)
  void onChange({ type: 'change', target: { name: 'city', value: 'Bogor' } })
  expect(isTyped(form, leads)).toBe(true)
  void onChange({ type: 'change', target: { name: 'city', value: 'Bandung' } })
  expect(isTyped(form, leads)).toBe(false)
})

it('isTyped counts a restored draft', () => {
  const form = createFormControl<FormValues>({ defaultValues: { name: 'Sari', city: 'Bandung' } })
  form.register('city')
  form.reset({ name: 'Sari', city: 'Bogor' }, { keepDefaultValues: true })
  expect(isTyped(form, leads)).toBe(true)
})
