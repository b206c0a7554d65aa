import { expect, it } from 'vitest'
import { priceDefaults } from './price-defaults.ts'

it('priceDefaults keeps existing prices', () => {
  expect(priceDefaults({ close: 1870, low_all_time: 1710, high_all_time: 2150 })).toEqual({
    price: 1870,
    lowerPrice: 1710,
    heightPrice: 2150,
  })
})

it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 0, -5, '1870'])('priceDefaults treats %s as no price', (value) => {
  expect(priceDefaults({ close: value, low_all_time: value, high_all_time: value })).toEqual({
    price: 0,
    lowerPrice: 1,
    heightPrice: 1_000_000,
  })
})
