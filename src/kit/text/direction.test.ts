import { expect, it } from 'vitest'
import { typedDirection } from './direction.ts'

it('runs an input as what is written in it does, and an empty one as the page', () => {
  expect(typedDirection('text', 'Bagaimana cara mendaftar?')).toBe('auto')
  expect(typedDirection('text', '')).toBeUndefined()
  expect(typedDirection('phone', '')).toBe('ltr')
})
