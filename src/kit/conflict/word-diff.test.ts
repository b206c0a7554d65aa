import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Piece, wordDiff } from './word-diff.ts'

const without = (pieces: readonly Piece[], is: Piece['is']) =>
  pieces
    .filter((piece) => piece.is !== is)
    .map(({ text }) => text)
    .join('')

test('the pieces contain both texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '  '), { maxLength: 30 }).map((list) => list.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = wordDiff(before, after)
      expect(without(pieces, 'added')).toBe(before)
      expect(without(pieces, 'removed')).toBe(after)
      expect(pieces.every((piece, i) => piece.is !== pieces[i + 1]?.is)).toBe(true)
    }),
  )
})

test('one changed word is one removed and one added piece', () => {
  expect(wordDiff('calls back on Monday at noon', 'calls back on Friday at noon')).toEqual([
    { is: 'same', text: 'calls back on ' },
    { is: 'removed', text: 'Monday' },
    { is: 'added', text: 'Friday' },
    { is: 'same', text: ' at noon' },
  ])
})

test('texts too long to compare are one replacement', () => {
  const long = (word: string) => Array.from({ length: 1_500 }, (_, i) => `${word}${i}`).join(' ')
  expect(wordDiff(long('a'), long('b')).map(({ is }) => is)).toEqual(['removed', 'added'])
})
