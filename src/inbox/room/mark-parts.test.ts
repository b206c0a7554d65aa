import { expect, it } from 'vitest'
import { markParts } from './mark-parts.ts'

const marked = (text: string, words: string[]) => markParts(text, words).map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))

it('markParts marks every word of the search, the longer one first', () => {
  expect(marked('Bayar lewat transfer, transfer BCA', ['transfer', 'bca'])).toEqual([
    'Bayar lewat ',
    '[transfer]',
    ', ',
    '[transfer]',
    ' ',
    '[BCA]',
  ])
  expect(marked('transferan', ['trans', 'transfer'])).toEqual(['[transfer]', 'an'])
  expect(marked('Halo', [])).toEqual(['Halo'])
  expect(marked('', ['a'])).toEqual([])
})
