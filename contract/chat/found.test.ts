import { expect, it } from 'vitest'
import { excerpt, searchesMessages, searchPhone, searchWords } from './found.ts'

it('takes a search for its words, each once', () => {
  expect(searchWords('  Budi  budi SANTOSO ')).toEqual(['budi', 'santoso'])
  expect(searchWords(' ')).toEqual([])
  expect(searchWords(Array.from({ length: 5_000 }, (_, n) => `kata${n}`).join(' '))).toHaveLength(12)
  expect([searchesMessages('ya ok'), searchesMessages('ya oke')]).toEqual([false, true])
  expect(searchPhone('0812-3456')).toBe('628123456')
})

it('shows the part of a message around what was found, on one line', () => {
  expect(excerpt('Halo\n\nkak', ['kak'])).toBe('Halo kak')
  const long = `${'kata '.repeat(60)}transfer ${'lagi '.repeat(60)}`
  const part = excerpt(long, ['transfer'])
  expect(part).toMatch(/^… (kata )+transfer lagi .* …$/)
  expect(part.length).toBeLessThan(130)
  expect(excerpt('x'.repeat(500), ['y'])).toHaveLength(122)
})
