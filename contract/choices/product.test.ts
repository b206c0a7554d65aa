import { expect, it } from 'vitest'
import { withoutProduct, withProduct } from './product.ts'

it.each([
  ['/emtpedia/list', '/emaspedia/list'],
  ['/emtpedia', '/emaspedia'],
  ['/content/in/v2/emtpedia/7/history', '/content/in/v2/emaspedia/7/history'],
  ['/bank/list', '/bank/list'],
  ['/emtpedias/list', '/emtpedias/list'],
])('%s of the product emas is %s', (path, there) => {
  expect(withProduct(path, 'emas')).toBe(there)
  expect(withoutProduct(there, 'emas')).toBe(path)
  expect(withProduct(path, 'emt')).toBe(path)
})
