import { expect, it } from 'vitest'
import { nextSort } from './sort-button.tsx'

it('nextSort cycles ascending, descending, none', () => {
  const up = nextSort('name', null)
  expect(up).toEqual({ field: 'name', direction: 'asc' })
  const down = nextSort('name', up)
  expect(down).toEqual({ field: 'name', direction: 'desc' })
  expect(nextSort('name', down)).toBeNull()
})

it('nextSort starts with ascending for another column', () => {
  expect(nextSort('city', { field: 'name', direction: 'desc' })).toEqual({ field: 'city', direction: 'asc' })
})
