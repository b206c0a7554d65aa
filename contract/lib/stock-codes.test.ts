import { expect, it } from 'vitest'
import { stockCodesIn } from './stock-codes.ts'

const known = new Set(['UANG', 'BBRI', 'NAIK', 'AMAN', 'BBCA', 'BANK'])

it.each([
  ['UANG bagus?', ['UANG']],
  ['bbri naik', ['BBRI']],
  ['APA SAHAM ITU AMAN', []],
  ['$uang', ['UANG']],
  ['kode bank dan emiten: naik', ['BANK', 'NAIK']],
  ['BBRI atau bbca, bbri?', ['BBRI', 'BBCA']],
  ['XBBRI BBRI2 abcd', []],
  ['', []],
])('finds the codes of %j', (text, codes) => {
  expect(stockCodesIn(text, known)).toEqual(codes)
})
