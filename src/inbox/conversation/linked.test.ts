import { expect, it } from 'vitest'
import { linkedParts } from './linked.ts'

it('a web address becomes a link without the punctuation of its sentence', () => {
  expect(linkedParts('Lihat https://example.com/a?b=1, ya. Atau www.example.org!')).toEqual([
    { text: 'Lihat ', at: 0 },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1', at: 6 },
    { text: ', ya. Atau ', at: 31 },
    { text: 'www.example.org', href: 'https://www.example.org/', at: 42 },
    { text: '!', at: 57 },
  ])
})

it('scripts and HTML stay text', () => {
  const text = '<img src=x onerror=alert(1)> javascript:alert(1) data:text/html,x'
  expect(linkedParts(text)).toEqual([{ text, at: 0 }])
})

it('an address ends where markup begins', () => {
  expect(linkedParts('https://a.id<script>')[0]).toEqual({ text: 'https://a.id', href: 'https://a.id/', at: 0 })
})

const linkOf = (text: string) => linkedParts(text).flatMap((part) => (part.href ? [part.text] : []))

it.each([
  ['https://id.wikipedia.org/wiki/Saham_(keuangan)', 'https://id.wikipedia.org/wiki/Saham_(keuangan)'],
  ['(https://id.wikipedia.org/wiki/Saham_(keuangan))', 'https://id.wikipedia.org/wiki/Saham_(keuangan)'],
  ['(lihat https://contoh.id/a)', 'https://contoh.id/a'],
  ['[https://contoh.id/b]', 'https://contoh.id/b'],
  ["https://contoh.id/ma'ruf/x", "https://contoh.id/ma'ruf/x"],
  ['https://contoh.id/?q=a&b=c#d,', 'https://contoh.id/?q=a&b=c#d'],
  ['tokopedia.com/lapangan', 'tokopedia.com/lapangan'],
  ['https://contoh.id/📈.', 'https://contoh.id/📈'],
  ['https://contoh.id/ma’ruf', 'https://contoh.id/ma’ruf'],
  ["'https://contoh.id/a'", 'https://contoh.id/a'],
  ['“https://contoh.id/a”', 'https://contoh.id/a'],
  ['*https://contoh.id/a*', 'https://contoh.id/a'],
  ['_https://contoh.id/a_', 'https://contoh.id/a'],
  ['https://contoh.id/a_', 'https://contoh.id/a_'],
  ['https://contoh.id/[a]?x[]=1', 'https://contoh.id/[a]?x[]=1'],
  ['[teks](https://contoh.id/a(b)c).', 'https://contoh.id/a(b)c'],
  ['https://contoh.id/a).', 'https://contoh.id/a'],
  ['انظر https://contoh.id/a، ثم', 'https://contoh.id/a'],
  ['\u2066https://contoh.id/a\u2069', 'https://contoh.id/a'],
  ['HTTPS://CONTOH.ID/A', 'HTTPS://CONTOH.ID/A'],
  ['Tokopedia.com, ya', 'Tokopedia.com'],
  ['wa.me/628123?text=a', 'wa.me/628123?text=a'],
  ['www.contoh.co.id/a', 'www.contoh.co.id/a'],
  ['contoh.co.id', 'contoh.co.id'],
  ['https://contoh.id:8443/a;b=c', 'https://contoh.id:8443/a;b=c'],
  ['https://contoh.id/a…', 'https://contoh.id/a'],
])('in %s the link is whole, and nothing of the sentence', (text, link) => {
  expect(linkOf(text)).toEqual([link])
})

it.each([
  ['sari@contoh.id'],
  ['Selesai.Terima kasih'],
  ['Rp1.500.000'],
  ['laporan.pdf'],
  ['v1.2.id3'],
  ['https://'],
  ['www.'],
  ['javascript://contoh.id/%0aalert(1)'],
  ['a.b.c.d'],
])('%s has no link', (text) => {
  expect(linkOf(text)).toEqual([])
})
