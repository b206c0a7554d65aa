import { expect, it } from 'vitest'
import { linkedParts } from './linked.ts'

it('makes links of web addresses and leaves the sentence its punctuation', () => {
  expect(linkedParts('Lihat https://example.com/a?b=1, ya. Atau www.example.org!')).toEqual([
    { text: 'Lihat ', at: 0 },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1', at: 6 },
    { text: ', ya. Atau ', at: 31 },
    { text: 'www.example.org', href: 'https://www.example.org/', at: 42 },
    { text: '!', at: 57 },
  ])
})

it('leaves scripts and HTML as the text they are', () => {
  const text = '<img src=x onerror=alert(1)> javascript:alert(1) data:text/html,x'
  expect(linkedParts(text)).toEqual([{ text, at: 0 }])
})

it('ends an address where markup begins', () => {
  expect(linkedParts('https://a.id<script>')[0]).toEqual({ text: 'https://a.id', href: 'https://a.id/', at: 0 })
})
