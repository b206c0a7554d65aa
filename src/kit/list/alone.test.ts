import { expect, it } from 'vitest'
import { choose } from './alone.ts'

const alone = ['custom', 'all', 'nothing']

it('adds and takes away', () => {
  expect(choose(['emt'], 'emv', alone)).toEqual(['emt', 'emv'])
  expect(choose(['emt', 'emv'], 'emt', alone)).toEqual(['emv'])
})

it('lets custom, all and nothing replace the other choices, and be replaced by them', () => {
  expect(choose(['emt', 'emv'], 'all', alone)).toEqual(['all'])
  expect(choose(['all'], 'nothing', alone)).toEqual(['nothing'])
  expect(choose(['all'], 'emt', alone)).toEqual(['emt'])
})
