import { expect, it } from 'vitest'
import { toText } from './guards.ts'

it('toText prints text, numbers and lists as String does, and nothing for empty values and records', () => {
  for (const value of ['', 'BBCA', 0, -1.5, true, false, 10n, ['a', 1], [['a'], 'b'], new Error('gone')])
    expect(toText(value)).toBe(String(value))
  for (const value of [null, undefined, {}, { name: 'Sari' }, Object.create(null), () => 'x', [{}], [undefined]])
    expect(toText(value)).toBe('')
})
