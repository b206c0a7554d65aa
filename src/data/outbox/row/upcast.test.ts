import { expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { type Upcasters, upcast } from './upcast.ts'

const steps: Upcasters = {
  'bank.update': {
    1: ({ patch: { holder, ...patch }, ...rest }) => ({ ...rest, patch: { ...patch, account_holder: holder } }),
    2: ({ patch, ...rest }) => ({ ...rest, patch: { ...patch, is_active: true } }),
  },
}
const row = testRow({ seq: 4, call: 'bank.update', patch: { holder: 'Sari' }, attempts: 3 })

test('goes from version to version, and changes the payload alone', () => {
  expect(upcast(row, 3, steps)).toEqual({
    is: 'current',
    row: { ...row, payloadVersion: 3, patch: { account_holder: 'Sari', is_active: true } },
  })
  expect(row.patch).toEqual({ holder: 'Sari' })
})

test('a row of this version stays as it is', () => {
  expect(upcast(row, 1, steps)).toEqual({ is: 'current', row })
})

test('a newer row is left to a newer console; one without a way here is unknown', () => {
  expect(upcast({ ...row, payloadVersion: 4 }, 3, steps)).toEqual({ is: 'newer' })
  expect(upcast(row, 4, steps)).toEqual({ is: 'unknown' })
  expect(upcast({ ...row, call: 'bank.create' }, 2, steps)).toEqual({ is: 'unknown' })
})
