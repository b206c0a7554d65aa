import { expect, it } from 'vitest'
import { everydayWords } from './everyday-words.ts'
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
  ['barcode naik, kodenya uang', []],
  ['(kode) BANK; emiten:naik; $ uang', ['BANK', 'NAIK', 'UANG']],
  ['', []],
])('finds the codes of %j', (text, codes) => {
  expect(stockCodesIn(text, known)).toEqual(codes)
})

/** Words of messages that are also codes. */
const words = `laba masa aksi baca pola arti trus chip bull depo merk amin kuas naik uang bank aman auto beli main buka satu sini baik halo
  cuan trim wifi idea deal gold coal bali kopi`.split(/\s+/)

it.each(words)('%s is a word in small letters, and a code in capitals', (word) => {
  const all = { has: () => true }
  expect(stockCodesIn(`itu ${word} ya`, { has: (code) => code === word.toUpperCase() })).toEqual([])
  expect(stockCodesIn(`itu ${word.toUpperCase()} ya`, { has: (code) => code === word.toUpperCase() })).toEqual([word.toUpperCase()])
  expect(stockCodesIn(`emiten ${word}`, all)).toContain(word.toUpperCase())
})

it.each(['bbca', 'bbri', 'tlkm', 'goto', 'antm', 'asii', 'bren', 'tins', 'aces', 'bris', 'amor'])(
  'takes %s for the code that it is',
  (code) => {
    expect(stockCodesIn(`harga ${code}?`, new Set([code.toUpperCase()]))).toEqual([code.toUpperCase()])
  },
)

it('everyday words stay words after the listing of such a code', () => {
  for (const word of ['agak', 'anak', 'atau', 'yang', 'saya', 'lagi', 'time']) expect(everydayWords.has(word)).toBe(true)
})
