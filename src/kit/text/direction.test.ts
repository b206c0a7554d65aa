import { expect, it } from 'vitest'
import { typedDirection } from './direction.ts'

it('an input has the direction of its text, and an empty one that of the page', () => {
  expect(typedDirection('text', 'Bagaimana cara mendaftar?')).toBe('auto')
  expect(typedDirection('text', '')).toBeUndefined()
  expect(typedDirection('phone', '')).toBe('ltr')
})
