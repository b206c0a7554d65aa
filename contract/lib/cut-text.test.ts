import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it.each([
  ['Halo', 4, 'Halo'],
  ['Halo', 3, 'Hal'],
  ['a😀b', 3, 'a😀'],
  ['a😀b', 2, 'a'],
  ['😀', 1, ''],
  ['', 0, ''],
])('%j cut to %i is %j', (text, maxLength, shown) => expect(cutText(text, maxLength)).toBe(shown))
