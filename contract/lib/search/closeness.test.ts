import { expect, it } from 'vitest'
import { closenessOf } from './closeness.ts'
import { noMatch } from './fuzzy-terms.ts'

const errors = (search: string, texts: string[], phone = '') => closenessOf(search)({ texts, phone })

it('closenessOf ranks a text as typed before one with typing errors', () => {
  expect(errors('santoso', ['Budi Santoso'])).toBe(0)
  expect(errors('SANTOSO budi', ['Budi Santoso'])).toBe(1)
  expect(errors('budi santsoo', ['Budi Santoso'])).toBe(2)
  expect(errors('sri', ['Budi Santoso'])).toBe(noMatch)
  expect(errors('  ', ['Budi'])).toBe(noMatch)
})

it('closenessOf finds a code with another spelling or a wrong digit', () => {
  expect(errors('TRX-261126-0007', ['TRX-261126-0007', 'Budi'])).toBe(0)
  expect(errors('trx2611260007', ['TRX-261126-0007'])).toBe(1)
  expect(errors('TRX-261126-0907', ['TRX-261126-0007'])).toBe(2)
  expect(errors('TRX-991199-4321', ['TRX-261126-0007'])).toBe(noMatch)
})

it('closenessOf finds a phone number with a wrong digit', () => {
  expect(errors('0812 3456 7899', ['Budi'], '6281234567890')).toBe(2)
  expect(errors('0899 9999 9999', ['Budi'], '6281234567890')).toBe(noMatch)
})
