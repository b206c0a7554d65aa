import { expect, it } from 'vitest'
import { splitMarks } from './markup.ts'

/** `<bold>text</bold>` for what is styled. */
const shown = (text: string) =>
  splitMarks(text)
    .map(({ text: part, styles }) => styles.reduceRight((inner, style) => `<${style}>${inner}</${style}>`, part))
    .join('')

it.each([
  ['Halo *Rina*, kelas', 'Halo <bold>Rina</bold>, kelas'],
  ['_miring_ ~coret~ ```a *b*```', '<italic>miring</italic> <struck>coret</struck> <code>a *b*</code>'],
  ['*tebal _dan miring_*', '<bold>tebal </bold><bold><italic>dan miring</italic></bold>'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['a*b*c', 'a*b*c'],
  ['*a\nb*', '*a\nb*'],
  ['*a *b', '*a *b'],
  ['nama_saya_id', 'nama_saya_id'],
  ['**', '**'],
  ['', ''],
])('the marks of %j are read', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it('a text of nothing but marks is read in one go, and a long one stays as it is', () => {
  const signs = '*a '.repeat(1_000)
  expect(splitMarks(signs)).toEqual([{ text: signs, styles: [], at: 0 }])
  expect(splitMarks('*a* '.repeat(5_000))).toHaveLength(1)
})

it('each part knows its position', () => {
  expect(splitMarks('a *b* c').map(({ at }) => at)).toEqual([0, 3, 5])
})
