// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { RichTool } from '#contract/kit/field/field.ts'
import { richText } from '#contract/kit/field/field.ts'
import { cleanText } from '#server/crud/write/rich-text.ts'
import { randomFrom } from '#server/demo/base/random.ts'
import { clockOf } from '#server/demo/base/rows.ts'
import { demoPosts } from '#server/demo/content/posts.ts'
import { documentOf, htmlOf } from './html.ts'
import { schemaOf } from './schema.ts'

// happy-dom logs an error for every frame that it does not load.
vi.spyOn(console, 'error').mockImplementation(() => undefined)

const tools: readonly RichTool[] = ['heading', 'quote', 'table', 'picture', 'embed']
const schema = schemaOf(tools)
const field = richText({ tools })
const stored = (html: string) => cleanText(field, html)
/** Opens a text, saves it, and cleans it as the server does. */
const savedAgain = (html: string) => stored(htmlOf(schema, documentOf(schema, html)))

const picture = { url: `/files/${'a'.repeat(64)}/grafik.webp`, name: 'grafik.webp', type: 'image/webp', size: 1, sha256: 'a'.repeat(64) }

it('every demo post is saved unchanged', () => {
  const files = { covers: [], pictures: [picture], videos: [], categories: [1] }
  const posts = demoPosts(randomFrom(1), clockOf(new Date('2026-10-15T00:00:00Z')), files, ['a@lapangan.test'])
  expect(posts.length).toBeGreaterThan(20)
  for (const { body } of posts) {
    const html = stored(body.replace(/\n/g, ''))
    expect(savedAgain(html)).toBe(html)
  }
})

const word = fc.constantFrom('Saham', 'naik 2%', 'سعر السهم', '日本', 'a &amp; b', '&lt;script&gt;')
const inline = fc.oneof(
  word,
  ...['strong', 'em', 's', 'u', 'code'].map((tag) => word.map((text) => `<${tag}>${text}</${tag}>`)),
  word.map((text) => `<a href="https://idx.co.id/?q=1&amp;r=2" rel="noopener noreferrer" target="_blank"><strong>${text}</strong></a>`),
  fc.constant('<br />'),
)
// Spaces at the edges of a block and around a break are invisible and dropped.
const line = fc
  .array(inline, { maxLength: 4 })
  .map((parts) => `Awal ${parts.join(' ')} akhir`.replace(/ *<br \/> */g, '<br />').replace(/ +/g, ' '))
const paragraph = line.map((text) => `<p>${text}</p>`)
const list = fc
  .tuple(fc.constantFrom('ul', 'ol'), fc.array(paragraph, { minLength: 1, maxLength: 3 }))
  .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`)
const block = fc.oneof(
  paragraph,
  list,
  fc.tuple(fc.constantFrom('h1', 'h2', 'h3'), line).map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  paragraph.map((text) => `<blockquote>${text}</blockquote>`),
  fc.constant('<pre><code>x = 1\n  y</code></pre>'),
  fc.constant('<hr />'),
  fc
    .tuple(paragraph, list)
    .map(([head, cell]) => `<table><tbody><tr><th colspan="2">${head}</th></tr><tr><td>${head}</td><td>${cell}</td></tr></tbody></table>`),
  fc.constant(`<img src="${picture.url}" alt="Grafik &quot;a&quot;" loading="lazy" />`),
  fc.constant('<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>'),
)

it('every storable text is saved unchanged', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      const html = stored(blocks.join(''))
      expect(savedAgain(html)).toBe(html)
    }),
    { numRuns: 200 },
  )
})

it('a text without words is empty, unless it has visible nodes', () => {
  const open = (html: string) => htmlOf(schema, documentOf(schema, html))
  expect(open('')).toBe('')
  expect(open('<p></p><h2></h2>')).toBe('')
  expect(open('<hr>')).toBe('<hr>')
})

it("a pasted page is reduced to the field's schema", () => {
  const open = (html: string, known = schema) => htmlOf(known, documentOf(known, html))
  expect(open('<h5 onclick="x()">Judul</h5><script>alert(1)</script><p style="color:red">isi<img src="https://evil.test/x"></p>')).toBe(
    '<h3>Judul</h3><p>isi</p>',
  )
  expect(open('<p><a href="javascript:alert(1)">x</a> <a href=" https://idx.co.id">y</a></p>')).toBe(
    '<p>x <a href="https://idx.co.id" rel="noopener noreferrer" target="_blank">y</a></p>',
  )
  expect(
    open(
      '<iframe src="https://evil.test"></iframe><p><span style="font-weight:700">tebal</span> <b style="font-weight:normal">biasa</b></p>',
    ),
  ).toBe('<p><strong>tebal</strong> biasa</p>')
  expect(open(`<table><tr><td>a</td></tr></table><img src="${picture.url}">`, schemaOf([]))).toBe('<p>a</p>')
})
