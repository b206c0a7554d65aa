import { expect, it } from 'vitest'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../row/types.ts'
import { countPending } from './count-pending.ts'

const inStatus = (status: string): ListQuery => ({ ...firstPage, filters: [{ field: 'status', values: [status] }] })
const read = new Map<string, AnyRow>([
  ['a', testLead('a', 1, { status: 'new' })],
  ['b', testLead('b', 1, { status: 'new' })],
])
const counts = (...outbox: OutboxRow[]) =>
  ['new', 'prospect'].map((status) => countPending(leads, outbox, inStatus(status), (ref) => read.get(ref)))

it('a number says what its list shows: what was made here, moved and removed', () => {
  const made = testRow({ seq: 1, section: 'leads', action: 'create', touches: ['c'], patch: { name: 'Baru', status: 'new' } })
  const moved = testRow({
    seq: 2,
    section: 'leads',
    action: 'bulkUpdate',
    touches: ['a', 'x'],
    patch: { ids: ['a', 'x'], status: 'prospect' },
  })
  const removed = testRow({ seq: 3, section: 'leads', action: 'remove', touches: ['b'], patch: {} })
  expect(counts()).toEqual([0, 0])
  expect(counts(made)).toEqual([1, 0])
  // One that was never read here may be in any status.
  expect(counts(moved)).toEqual([-1, 1])
  expect(counts(removed)).toEqual([-1, 0])
  expect(counts(made, moved, removed)).toEqual([-1, 1])
})

it('a number counts a record where its person saw it, whatever the device has read of it since', () => {
  const base = { version: 1, values: { status: 'prospect' } }
  const edited = testRow({ seq: 1, section: 'leads', touches: ['a'], patch: { status: 'new' }, base })
  expect(counts(edited)).toEqual([1, -1])
  const each = { a: { version: 1, values: { status: 'prospect' } } }
  const removed = testRow({ seq: 1, section: 'leads', action: 'remove', touches: ['a'], base: { version: null, values: {}, each } })
  expect(counts(removed)).toEqual([0, -1])
  expect(counts({ ...removed, touches: ['a', 'b'] })).toEqual([-1, -1])
})

it('a number counts no change of another section', () => {
  expect(counts(testRow({ seq: 1, section: 'bank', touches: ['a'], patch: { status: 'prospect' } }))).toEqual([0, 0])
})
