import { expect, test } from 'vitest'
import { type Landing, renderBlock, renderPage } from './render-page.ts'

const page: Landing = {
  ...{ title: 'Promo', language: 'id', form_fields: [], form: null, hasForm: true },
  cards: { products: new Map(), events: new Map() },
  addressOf: (file) => (file === 'x' ? '/files/x.webp' : ''),
}

test('texts are escaped in every kind of block', () => {
  const evil = '"><img src=x onerror=alert(1)>'
  const blocks = [
    { kind: 'hero', title: evil, lead: evil, button: evil, link: 'https://x.id/"', picture: 'x', alt: evil },
    { kind: 'video', title: evil, video: 'https://youtu.be/abcdefghijk' },
    { kind: 'questions', questions: [{ question: evil, answer: evil }] },
    { kind: 'form', title: evil, lead: evil, button: evil },
    { kind: 'image', title: evil, picture: 'x', alt: evil },
  ]
  const html = renderPage(blocks, {
    ...page,
    form: {
      action: evil,
      token: evil,
      entered: { name: evil },
      problems: new Map([['name', evil]]),
      note: evil,
      hidden: [['utm_source', evil]],
    },
  })
  expect(html).not.toMatch(/<img src=x/)
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
})

test('a hidden block, an unknown video and what is switched off are left out', () => {
  expect(renderBlock({ kind: 'text', body: '<p>x</p>', hidden: true }, page)).toBe('')
  expect(renderBlock({ kind: 'video', video: 'https://evil.example/v' }, page)).toBe('')
  expect(renderBlock({ kind: 'products', products: [{ category: 'membership', product_id: 1 }] }, page)).toBe('')
})

test('without an opening the title heads the page, and a still one has no player', () => {
  expect(renderPage([], page)).toBe('<h1>Promo</h1>')
  expect(renderBlock({ kind: 'video', video: 'https://youtu.be/abcdefghijk' }, { ...page, isStill: true })).toContain(
    '<span>YouTube</span>',
  )
})
