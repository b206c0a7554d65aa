import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunksOf, maxLength, rowText, targetChunkLength } from './chunks.ts'

it('chunksOf cuts at sentences, and never across a heading or a page', () => {
  const sentence = `${'Kata '.repeat(59)}akhir.`
  const chunks = chunksOf([
    { text: Array(6).fill(sentence).join(' '), heading: 'Lot', page: 1 },
    { text: 'Pendek.', heading: 'Lot', page: 2 },
  ])
  expect(chunks.map(({ page }) => page)).toEqual([1, 1, 2])
  expect(chunks.every(({ content }) => content.endsWith('.'))).toBe(true)
  expect(chunks[0]?.content.length).toBeGreaterThanOrEqual(targetChunkLength)
})

it('rowText writes table rows with their headers', () => {
  expect(rowText(['Kode', 'Nama', ''], ['BBCA', ' ', 'x'])).toBe('Kode: BBCA; x')
})

it('a chunk has at most the maximum length, no NUL, and loses no word', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 4_000 }) }), { maxLength: 4 }), (blocks) => {
      const chunks = chunksOf(blocks)
      for (const { content } of chunks) expect(content.length <= maxLength && content.length > 0 && !content.includes('\0')).toBe(true)
      const bare = (text: string) => text.normalize('NFKC').replace(/[\s\0]/g, '')
      expect(bare(chunks.map(({ content }) => content).join(''))).toBe(bare(blocks.map(({ text }) => text).join('')))
    }),
    { numRuns: 100 },
  )
})
