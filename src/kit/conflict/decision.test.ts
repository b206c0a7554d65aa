import { expect, test } from 'vitest'
import { compare } from '#console/data/outbox/row/merge.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { testRow } from '#tests/support/test-row.ts'
import { lackingOf, patchOf, problemsOf } from './decision.ts'
import { listDiff } from './entries.ts'

const seen = { name: 'Promo', channel: 'ads', status: 'active', start: '2026-11-01', end: '2026-11-10', budget: 5 }
const current: AnyRow = {
  id: 1,
  ref: 'r1',
  version: 4,
  created_at: '',
  created_by: null,
  updated_at: '',
  updated_by: null,
  ...seen,
  name: 'Theirs',
  start: '2026-11-20',
}
const row = testRow({
  seq: 1,
  section: 'campaign',
  patch: { name: 'Mine', end: '2026-11-15', budget: 5 },
  base: { version: 1, values: seen },
})
const merge = compare(row, campaign.fields, current)

test('the mutation has merged and chosen fields, and none that are theirs', () => {
  const patch = (of: Parameters<typeof patchOf>[3]) => patchOf(campaign, row, merge, of, current)
  expect(merge.clashes).toEqual(['name'])
  expect(patch({ name: { of: 'mine' } })).toEqual({ name: 'Mine', end: '2026-11-15' })
  expect(patch({ name: { of: 'theirs' } })).toEqual({ end: '2026-11-15' })
  expect(patch({ name: { of: 'both', value: 'Mine and theirs' } })).toEqual({ name: 'Mine and theirs', end: '2026-11-15' })
  expect(patch({ name: { of: 'both', value: '' } })).toMatchObject({ name: null })
})

test('the combination of both sides is validated before it is sent', () => {
  expect(problemsOf(campaign, row, { end: '2026-11-15' }, current)).toMatchObject({ end: { code: 'before_start' } })
  expect(problemsOf(campaign, row, { name: null }, current)).toMatchObject({ name: { code: 'required' } })
  expect(problemsOf(campaign, row, { end: '2026-11-25' }, current)).toEqual({})
})

test('a record is recreated only where the device has enough of it', () => {
  const remains = { files: [], lost: [], rows: [] }
  expect(lackingOf(campaign, { ...remains, values: seen })).toEqual([])
  expect(lackingOf(campaign, { ...remains, values: { name: 'Promo' } })).toEqual(['channel', 'status', 'start'])
})

test('listDiff shows added and removed entries', () => {
  expect(listDiff(['a', 'b'], ['b', 'c'])).toEqual([
    { is: 'removed', value: 'a' },
    { is: 'same', value: 'b' },
    { is: 'added', value: 'c' },
  ])
  const [was, now] = [
    { ref: '1', name: 'one' },
    { ref: '1', name: 'uno' },
  ]
  expect(listDiff([was], [now]).map(({ is }) => is)).toEqual(['removed', 'added'])
  expect(listDiff(null, null)).toEqual([])
})
