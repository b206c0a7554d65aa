import { expect, it } from 'vitest'
import { object, type RichTool, richText, rows } from '#contract/kit/field/field.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { harmIn, markupAttacks, ownPicture } from '#tests/support/markup-attacks.ts'
import { cleanRichText, cleanText } from './rich-text.ts'

const all: readonly RichTool[] = ['heading', 'quote', 'table', 'picture', 'embed']
const clean = (html: string) => cleanText(richText({ tools: all }), html)

it('cleanText keeps content of the editor', () => {
  for (const html of [
    '<h1>Saham</h1><h2>Bagian</h2><p>Harga <strong>naik</strong><br />lagi</p><blockquote><p>Sabar</p></blockquote><hr />',
    '<ul><li><p>satu</p></li></ul><ol><li><p>dua</p></li></ol>',
    '<table><tbody><tr><th><p>Emiten</p></th><td colspan="2"><p>BBCA</p></td></tr></tbody></table>',
    `<img src="${ownPicture}" alt="Grafik" loading="lazy" />`,
  ])
    expect(clean(html)).toBe(html)
})

it('cleanText gives links no access to the page, and players none to anything', () => {
  expect(clean('<a href="https://idx.co.id" target="_self" rel="opener">IDX</a>')).toBe(
    '<a href="https://idx.co.id" target="_blank" rel="noopener noreferrer">IDX</a>',
  )
  const frame = clean(
    '<iframe src="https://youtu.be/dQw4w9WgXcQ" sandbox="allow-top-navigation" allow="camera" onload="x()" name="y"></iframe>',
  )
  expect(frame).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  expect(frame).toContain('sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"')
  expect(frame).not.toMatch(/top-navigation|camera|onload|name=/)
})

it.each(markupAttacks)('%s does not survive', (_, html) => {
  const stored = clean(html)
  expect(harmIn(stored)).toEqual([])
  // Cleaned text stays clean when it is read and written again.
  expect(clean(stored)).toBe(stored)
})

it('rich text is cleaned everywhere in a record', () => {
  const fields = { lessons: rows({ text: richText({ max: 3 }) }), sheet: object({ text: richText() }) }
  const dirty = '<p onclick=x()>A</p><script>x()</script>'
  expect(cleanRichText(fields, { lessons: [{ text: dirty }], sheet: { text: dirty } })).toEqual({
    lessons: [{ text: '<p>A</p>' }],
    sheet: { text: '<p>A</p>' },
  })
  expect(() => cleanRichText(fields, { lessons: [{ text: '<p>A</p>' }, { text: '<p>ABCD</p>' }] })).toThrow(
    expect.objectContaining({ extra: { fields: { 'lessons.1.text': expect.objectContaining({ code: 'max_length' }) } } }),
  )
})

it('a field keeps only content of its own tools', () => {
  const html = `<h2>Judul</h2><table><tbody><tr><td>x</td></tr></tbody></table><img src="${ownPicture}"><iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>`
  expect(cleanText(richText(), html)).toBe('<h2>Judul</h2>x')
})

it('cleanText is fast on a long text of brackets', () => {
  const began = performance.now()
  clean('<'.repeat(100_000))
  clean('<b>'.repeat(60_000))
  clean(`<a href="${'&#x6a'.repeat(30_000)}">`)
  // Only a guard against a hang.
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('rich text is empty without words, unless it shows something', () => {
  const fields = { body: richText({ required: true, tools: all }) }
  expect(() => cleanRichText(fields, { body: '<p> <br></p><img src="https://evil.test/x">' })).toThrow(ApiError)
  expect(cleanRichText(fields, { body: `<img src="${ownPicture}">` })).toEqual({
    body: `<img src="${ownPicture}" alt="" loading="lazy" />`,
  })
})
