import { expect, it } from 'vitest'
import { correctionWindow } from './correction.ts'

const member = {
  products: [
    { product: 'EMT', type: 'VIP', expires_on: '2027-03-01', remaining: 90 },
    { product: 'EMT', type: 'Regular', expires_on: '2026-12-31', remaining: 30 },
  ],
}
const asking = { access: { roles: [], permissions: [] }, now: 0 }

it.each([
  [{}, { product: 'EMT', type: 'VIP', expires_on: '2027-03-01' }],
  [
    { product: ['EMT'], type: 'Regular' },
    { product: 'EMT', type: 'VIP', expires_on: '2027-03-01' },
  ],
  [
    { product: 'EMT', type: 'Regular' },
    { product: 'EMT', type: 'Regular', expires_on: '2026-12-31' },
  ],
  [{ product: 'WST', type: 'Regular' }, { expires_on: '' }],
])('the window of a correction begins for %j with %j', (chosen, expected) => {
  expect(correctionWindow.starts?.(member, chosen, asking)).toEqual(expected)
})

it('the window of a correction begins empty for a member without a membership', () => {
  expect(correctionWindow.starts?.({ products: [] }, {}, asking)).toEqual({ product: '', expires_on: '' })
})
