import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disclaimer, extractedAnswer } from './extract.ts'
import { guardedTopic } from './guard.ts'
import type { Source } from './retrieve.ts'
import { numbersIn, verifiedAnswer } from './verify.ts'

const source = (id: number, content: string): Source => ({ id, knowledge_id: id, name: `${id}.txt`, heading: null, page: null, content })
const reply = (answer: string, cites: unknown = [1]) => JSON.stringify({ answer, cites })

it.each([
  ['saham apa yang pasti untung?', 'sure_profit'],
  ['uang saya 10 juta, beli berapa lot?', 'own_money'],
  ['boleh pinjam dulu untuk beli saham?', 'loan'],
  ['ada bocoran orang dalam?', 'inside_information'],
  ['Pajak dividen berapa', 'tax'],
  ['apa itu lot?', null],
  ['kapan dividen dibayar?', null],
])('knows who answers %j', (question, topic) => {
  expect(guardedTopic(question)).toBe(topic)
})

it('an answer keeps a number of a fact in any notation, and is discarded with another number', () => {
  const given = ['BBCA ditutup 9875 pada 2021-12-30']
  expect(verifiedAnswer(reply('Harga Rp9.875 [1]'), 1, given)).toEqual({ text: 'Harga Rp9.875 [1]', cites: [1] })
  expect(verifiedAnswer(reply('Harga Rp9.900 [1]'), 1, given)).toBeNull()
  expect(numbersIn('1,5 persen; 0,50; 20.971.520')).toEqual(new Set(['1.5', '0.5', '20971520']))
})

it.each([
  ['Harganya dua juta rupiah [1]', ['2.000.000 rupiah']],
  ['Naik setengahnya, menjadi setengah [1]', ['naik 50 persen']],
  ['Harga seribu [1]', ['Rp1.000']],
  ['Ada 2 juta lembar [1]', ['ada 2 cara']],
  ['Laba 5 M [1]', ['5 cara']],
  ['Naik sepertiga [1]', ['naik']],
  ['Harga \u0661\u0662 [1]', ['12']],
  ['Harga se\u00adribu [1]', ['Rp1.000']],
])('discards a number in words or of a size that nothing given has: %s', (text, given) => {
  expect(verifiedAnswer(reply(text), 1, given)).toBeNull()
})

it.each([
  ['Satu lot adalah 100 lembar [1]', ['Satu lot sama dengan 100 lembar']],
  ['Salah satu risiko [1]', ['risiko']],
  ['Labanya 1,5 triliun [1]', ['laba Rp1.500.000.000.000']],
  ['Sekitar 2 juta lembar [1]', ['2.000.000 lembar']],
])('keeps a number that stands in what was given: %s', (text, given) => {
  expect(verifiedAnswer(reply(text), 1, given)).toMatchObject({ text })
})

it.each([
  ['no JSON', 'Satu lot 100 lembar [1]'],
  ['a cite that is no source', reply('Lot', [2])],
  ['a mark that is no source', reply('Lot [7]')],
  ['no cite', reply('Lot', [])],
  ['a link', reply('Lihat https://contoh.test')],
  ['a link without a scheme', reply('Lihat www.contoh.test')],
  ['a picture', reply('![x](y)')],
  ['HTML', reply('<b>Lot</b>')],
  ['a link without www', reply('Gabung di t.me/cuan')],
  ['a split link', reply('Lihat bit\u00ad.ly/x')],
  ['a call to buy', reply('Segera beli BBRI')],
  ['a split call', reply('Sebaik\u200bnya be\u00adli sekarang')],
  ['nothing', reply(' ')],
  ['nothing that is seen', reply('\u200b\u00ad')],
])('discards %s', (_, text) => {
  expect(verifiedAnswer(text, 1, ['Lot'])).toBeNull()
})

it('an answer has sentences of the sources, the facts and the note under every answer', () => {
  const sources = [source(1, 'Satu lot adalah 100 lembar. Bursa buka pagi.'), source(2, 'Lot dibeli utuh.')]
  const { text, cites } = extractedAnswer('lot berapa lembar', sources, [
    { kind: 'price', code: 'BBCA', source: 'Harga BBCA', text: 'BBCA ditutup Rp9.875 (30 Des 2021).' },
  ])
  expect(text.split('\n')[0]).toBe('Satu lot adalah 100 lembar. [1]')
  expect(text).toContain('BBCA ditutup')
  expect(text.endsWith(disclaimer)).toBe(true)
  expect(cites).toEqual([1, 2])
})

it('an answer cites existing sources only', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), (question, contents) => {
      const { cites, text } = extractedAnswer(
        question,
        contents.map((content, at) => source(at + 1, content)),
        [],
      )
      expect(cites.every((cite) => cite >= 1 && cite <= contents.length)).toBe(true)
      expect(text.split('\n').at(-1)).toBe(disclaimer)
    }),
  )
})
