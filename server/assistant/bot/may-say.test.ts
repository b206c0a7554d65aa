import { expect, it } from 'vitest'
import { sentencesOf } from './chunks.ts'
import { disclaimer } from './extract.ts'
import { library } from './library.ts'
import { maySay } from './may-say.ts'

it.each([
  'Lihat bit.ly/abc',
  'gabung di t.me/cuan',
  'wa.me/62812',
  'kunjungi WWW.contoh.com',
  'buka contoh.co.id sekarang',
  'promo.contoh.shop',
  'contoh[.]com',
  'contoh (dot) com',
  'contoh titik com (titik) com',
  'daftar di s.id/abc',
  'ｂｉｔ．ｌｙ／ｘ',
  'bit。ly/x',
  'bi\u00adt.l\u200by/x',
  'b\u0456t.ly/x',
  'surel: budi@contoh.id',
  '10.0.0.1:8080/x',
  '[di sini](x)',
  '<b>tebal</b>',
])('refuses a link or markup: %s', (text) => {
  expect(maySay(text)).toBe(false)
})

it.each([
  'Sebaiknya beli BBRI sekarang',
  'Segera akumulasi saham ini',
  'Beli BBRI di 4000',
  'beli saham GOTO sekarang',
  'Harga turun, jual goto',
  'Saatnya masuk',
  'Anda bisa beli di harga 4000',
  'BBCA layak dikoleksi',
  'Kami sarankan untuk membeli',
  'Disarankan menjual seluruh posisi',
  'Rekomendasi: buy',
  'Belilah saham ini',
  'Hold dulu',
  'ayo serok',
  'Mari kita koleksi',
  'Harga menarik, bisa mulai cicil',
  'Ini kesempatan emas untuk membeli',
  'Akumulasi bertahap di area 4000',
  'hindari GOTO',
  'It is the right time to buy.',
  'You should sell now',
  'be\u00adli BBRI se\u200bkarang',
])('refuses a call to buy or sell: %s', (text) => {
  expect(maySay(text)).toBe(false)
})

it.each([
  disclaimer,
  'Order beli di atas batas ditolak.',
  'Anda dapat membeli saham melalui aplikasi sekuritas.',
  'Untuk mendapat dividen, saham harus dibeli sebelum ex date.',
  'Investor asing membeli BBCA sebanyak 10 juta lembar.',
  'Harga BBCA ditutup Rp9.875 pada 30 Desember 2021.',
  'PT Bank Central Asia Tbk. mencatat laba Rp1.000.000.000.',
  'Biaya beli 0,15 persen dan jual 0,25 persen.',
  'Kode saham BBCA.JK dipakai penyedia data.',
  'Dr. Budi, S.E., M.M. memimpin perseroan.',
  'Harga dan/atau volume naik.',
])('says %s', (text) => {
  expect(maySay(text)).toBe(true)
})

it('the bot may say every sentence of the built-in library', () => {
  const sentences = library.flatMap(({ blocks }) => blocks.flatMap(({ text }) => sentencesOf(text)))
  expect(sentences.filter((sentence) => !maySay(sentence))).toEqual([])
})
