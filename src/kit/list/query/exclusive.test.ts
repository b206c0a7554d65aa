import { expect, it } from 'vitest'
import { choose } from './exclusive.ts'

const exclusive = ['custom', 'all', 'nothing']

it('choose toggles a value', () => {
  expect(choose(['emt'], 'emv', exclusive)).toEqual(['emt', 'emv'])
  expect(choose(['emt', 'emv'], 'emt', exclusive)).toEqual(['emv'])
})

it('custom, all and nothing replace the other choices, and are replaced by them', () => {
  expect(choose(['emt', 'emv'], 'all', exclusive)).toEqual(['all'])
  expect(choose(['all'], 'nothing', exclusive)).toEqual(['nothing'])
  expect(choose(['all'], 'emt', exclusive)).toEqual(['emt'])
})
