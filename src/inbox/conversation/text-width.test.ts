import { expect, test } from 'vitest'
import { countLines } from './text-width.ts'

/** Every character is ten pixels wide. */
const widthOf = (word: string) => word.length * 10

test.each([
  ['a word and its time on one line', 'Halo', 100, 60, 1],
  ['the time has no room', 'Halo kak', 100, 60, 2],
  ['words that do not fit go on the next line', 'Halo kakak baik', 100, 0, 2],
  ['the time stands behind the last word', 'Halo kakak baik', 100, 60, 2],
  ['lines as they were written', 'a\n\nb', 100, 0, 3],
  ['an address breaks behind its slashes', 'https://www.idx.co.id/id/berita', 150, 0, 3],
  ['what is wider than the box breaks anywhere', 'x'.repeat(25), 100, 0, 3],
  ['its rest stands before the time', 'x'.repeat(25), 100, 50, 3],
  ['a hyphen', 'mikir-mikir', 60, 0, 2],
  ['nothing', '', 100, 0, 1],
])('countLines counts: %s', (_, text, box, tail, lines) => expect(countLines(text, box, tail, widthOf)).toBe(lines))
