import { expect, test } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { Sent } from './queue.ts'
import { settleAll } from './settle-all.ts'
import type { OutboxRow, Verdict } from './types.ts'

const seen = { name: 'Budi', city: 'Ubud', tags: ['warm'] }
const record = (ref: string, version: number, values: Record<string, unknown> = {}): AnyRow => ({
  ...{ id: 1, ref, version, created_at: '', created_by: null, updated_at: '', updated_by: null },
  ...seen,
  ...values,
})
const done = (ref: string, version: number): Verdict => ({ kind: 'done', row: record(ref, version), refused: [] })
const edit = (seq: number, ref: string, values: Partial<OutboxRow> = {}) =>
  testRow({ seq, section: 'leads', touches: [ref], base: { version: 1, values: seen }, ...values })
const fields = new Map([['leads', leads.fields]])
const settled = (stored: readonly OutboxRow[], sent: readonly Sent[]) => settleAll(stored, sent, fields, 0, 0)

test('each verdict settles on the result of the one before: a chain of edits follows the versions', () => {
  const rows = [edit(1, 'a'), edit(2, 'a'), edit(3, 'a')]
  const sent = [done('a', 2), done('a', 3)].map((verdict, at) => ({ row: rows[at] ?? edit(0, ''), verdict }))
  const { put, remove, cached } = settled(rows.toReversed(), sent)
  expect(remove).toEqual([1, 2])
  expect(put).toMatchObject([{ seq: 3, base: { version: 3 } }])
  expect(cached.map(({ row }) => row?.version)).toEqual([2, 3])
})

test('rows of other records, and those in front, stay as they are', () => {
  const rows = [edit(1, 'a', { state: 'parked', reason: 'rejected' }), edit(2, 'a'), edit(3, 'b'), edit(4, 'a')]
  expect(settled(rows, [{ row: edit(2, 'a', { id: rows[1]?.id ?? '' }), verdict: done('a', 2) }]).put.map(({ seq }) => seq)).toEqual([4])
})

test('rows of a dropped create are parked in their order', () => {
  const plain = { plain: 'once', touches: ['a'] } as const
  const create = edit(1, 'a', { ...plain, action: 'create' })
  const rows = [create, edit(4, 'b', { touches: ['b', 'a'] }), edit(2, 'a'), edit(3, 'a')]
  const { put } = settled(rows, [{ row: create, verdict: { kind: 'done', row: null, refused: [] } }])
  expect(put.map(({ seq, reason }) => [seq, reason])).toEqual([2, 3, 4].map((seq) => [seq, 'dependency']))
})

test('a verdict of a row that is gone or has another id by now changes nothing', () => {
  const renewed = edit(1, 'a')
  const sent = [edit(1, 'a'), edit(9, 'a')].map((row) => ({ row, verdict: done('a', 2) }))
  const { results, ...rest } = settled([renewed], sent)
  expect(rest).toEqual({ put: [], remove: [], cached: [], notices: [] })
  expect(results.map(({ left }) => left)).toEqual([{ id: renewed.id, state: 'queued' }, null])
})

test('a notice names the row it speaks of, and a change that merges without one has none', () => {
  const row = edit(1, 'a', { patch: { city: 'Sanur' } })
  const conflict = (values: Record<string, unknown>): Verdict => {
    const error = { status: 412, code: 'stale', message: '', current: record('a', 2, values) }
    return { kind: 'parked', reason: 'conflict', decided: true, error }
  }
  expect(settled([row], [{ row, verdict: conflict({ city: 'Kuta' }) }]).notices).toMatchObject([
    { id: row.id, notice: { kind: 'conflict' } },
  ])
  expect(settled([row], [{ row, verdict: conflict({ city: 'Sanur' }) }]).notices).toEqual([])
})

test('a conflict merges by the fields of its section; without them every value is taken as it is', () => {
  const row = edit(1, 'a', { patch: { tags: ['warm', 'mine'] } })
  const error = { status: 412, code: 'stale', message: '', current: record('a', 2, { tags: ['warm', 'theirs'] }) }
  const sent: Sent[] = [{ row, verdict: { kind: 'parked', reason: 'conflict', decided: true, error } }]
  expect(settled([row], sent).put).toMatchObject([{ state: 'queued', patch: { tags: ['warm', 'theirs', 'mine'] } }])
  expect(settleAll([row], sent, new Map(), 0, 0).put).toMatchObject([{ state: 'parked', reason: 'conflict' }])
})

test('the results say of each row sent whether it is done, and what waits in its place', () => {
  const [first, second, third] = [edit(1, 'a'), edit(2, 'b'), edit(3, 'c')]
  const error = { status: 422, code: 'invalid', message: 'No' }
  const offline = { status: 0, code: 'offline', message: '' }
  const { results } = settled(
    [first, second, third],
    [
      { row: first, verdict: done('a', 2) },
      { row: second, verdict: { kind: 'parked', reason: 'rejected', decided: true, error } },
      { row: third, verdict: { kind: 'retry', afterMs: null, error: offline } },
    ],
  )
  expect(results).toEqual([
    { id: first.id, section: 'leads', isDone: true, left: null },
    { id: second.id, section: 'leads', isDone: false, left: { id: second.id, state: 'parked' } },
    { id: third.id, section: 'leads', isDone: false, left: { id: third.id, state: 'queued' } },
  ])
})
