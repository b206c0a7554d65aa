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
