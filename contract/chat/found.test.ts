import { expect, it } from 'vitest'
import { excerpt, searchesMessages, searchPhone, searchWords } from './found.ts'

it('searchWords returns each word of a search once', () => {
  expect(searchWords('  Budi  budi SANTOSO ')).toEqual(['budi', 'santoso'])
  expect(searchWords(' ')).toEqual([])
  expect(searchWords(Array.from({ length: 5_000 }, (_, n) => `kata${n}`).join(' '))).toHaveLength(12)
  expect([searchesMessages('ya ok'), searchesMessages('ya oke')]).toEqual([false, true])
  expect(searchPhone('0812-3456')).toBe('628123456')
})

it('excerpt returns one line around the first match', () => {
  expect(excerpt('Halo\n\nkak', ['kak'])).toBe('Halo kak')
  const long = `${'kata '.repeat(60)}transfer ${'lagi '.repeat(60)}`
  const part = excerpt(long, ['transfer'])
  expect(part).toMatch(/^… (kata )+transfer lagi .* …$/)
  expect(part.length).toBeLessThan(130)
  expect(excerpt('x'.repeat(500), ['y'])).toHaveLength(122)
})
