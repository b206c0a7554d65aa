import { expect, it } from 'vitest'
import { expected, outcomesOf } from './expected.ts'

const rows = ['a', 'b', 'a', 'c'].map((phone, row) => ({ row, phone }))
const existing = new Set(['b'])

it.each([
  ['skip', { created: 2, updated: 0, skipped: 2 }, ['created', 'skipped', 'skipped', 'created']],
  ['update', { created: 2, updated: 2, skipped: 0 }, ['created', 'updated', 'updated', 'created']],
  ['keep', { created: 4, updated: 0, skipped: 0 }, ['created', 'created', 'created', 'created']],
] as const)('the policy %s decides over a known phone and a repeated one', (way, sums, each) => {
  expect(expected(4, 3, existing.size, way)).toEqual(sums)
  expect(outcomesOf(rows, existing, way)).toEqual(each)
})
