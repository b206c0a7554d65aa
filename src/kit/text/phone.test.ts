import { expect, it } from 'vitest'
import { showPhone } from './phone.ts'

it('showPhone groups a number so that it can be read aloud', () => {
  expect(showPhone('6281234567890')).toBe('+62 812-3456-7890')
  expect(showPhone('628123456789')).toBe('+62 812-3456-789')
  expect(showPhone('12')).toBe('12')
})
