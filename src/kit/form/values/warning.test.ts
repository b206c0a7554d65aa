import { expect, it } from 'vitest'
import { phone } from '#contract/kit/field/field.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { warningOf } from './warning.ts'

it('warningOf warns of a number of unusual length, which can be saved', () => {
  for (const number of ['6281', '62812345678901234']) {
    expect(validate({ phone: phone() }, [], { phone: number }).ok, number).toBe(true)
    expect(warningOf('phone', number), number).not.toBeNull()
  }
  expect(warningOf('phone', '6281234567890')).toBeNull()
  expect(warningOf('phone', '0812')).toBeNull()
  expect(warningOf('digits', '6281')).toBeNull()
})
