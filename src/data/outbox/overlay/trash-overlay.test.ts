import { expect, it } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { post } from '#contract/sections/content/post.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../row/types.ts'
import { foldRows } from './overlay.ts'
import { foldTrash } from './trash-overlay.ts'

const at = '2026-11-20T07:00:00+07:00'
const record = (ref: string, title: string): AnyRow => ({
  ...{ id: 1, ref, version: 3, created_at: at, created_by: null, updated_at: at, updated_by: null },
  title,
})
const inTrash = [record('r1', 'Lama')]

const of = (seq: number, action: 'remove' | 'restore', ref: string, rest: Partial<OutboxRow> = {}) =>
  testRow({ seq, section: 'post', call: `post.${action}`, action, touches: [ref], patch: {}, base: null, ...rest })
const removal = (seq: number, ref: string, title: string, rest: Partial<OutboxRow> = {}) =>
  of(seq, 'remove', ref, { base: { version: null, values: {}, each: { [ref]: { version: 2, values: { title } } } }, ...rest })

const shown = (outbox: Parameters<typeof foldTrash>[2], list = firstPage) => {
  const { rows, added } = foldTrash(post, inTrash, outbox, list)
  return [rows.map(({ row, _state }) => [row.title, _state]), added]
}

it('is what the server says while nothing waits', () => {
  expect(shown([])).toEqual([[['Lama', null]], 0])
})

it('has what is being deleted on top, and marks what is being restored', () => {
  expect(shown([removal(1, 'r2', 'Baru'), of(2, 'restore', 'r1')])).toEqual([
    [
      ['Baru', 'pending'],
      ['Lama', 'pending'],
    ],
    1,
  ])
})

it('lets go of what was restored, and has what was deleted until the server lists it', () => {
  expect(shown([removal(1, 'r2', 'Baru', { state: 'done' }), of(2, 'restore', 'r1', { state: 'done' })])).toEqual([[['Baru', null]], 0])
})

it('keeps a restore that was refused, and nothing of a delete that was', () => {
  const refused = { state: 'parked', reason: 'rejected' } as const
  expect(shown([removal(1, 'r2', 'Baru', refused), of(2, 'restore', 'r1', refused)])).toEqual([[['Lama', 'failed']], 0])
})

it('shows the restore of what is still being deleted, here and in the list', () => {
  const outbox = [removal(1, 'r2', 'Baru'), of(2, 'restore', 'r2')]
  expect(shown(outbox)).toEqual([
    [
      ['Baru', 'pending'],
      ['Lama', null],
    ],
    1,
  ])
  expect(foldRows(post, [record('r2', 'Baru')], outbox).rows[0]?._state).toBe('pending')
})

it('is searched with what waits', () => {
  expect(shown([removal(1, 'r2', 'Baru')], { ...firstPage, search: 'lain' })).toEqual([[['Lama', null]], 0])
})

it('shows a restore that waits for a sign-in, and one that asks', () => {
  expect(shown([of(1, 'restore', 'r1', { state: 'parked', reason: 'auth' })])).toEqual([[['Lama', 'pending']], 0])
  expect(shown([of(1, 'restore', 'r1', { state: 'parked', reason: 'conflict' })])).toEqual([[['Lama', 'conflict']], 0])
})

it('has the newest delete first, on its first page alone', () => {
  const outbox = [removal(1, 'r2', 'Baru'), removal(2, 'r3', 'Terbaru')]
  expect(shown(outbox)[0]).toEqual([
    ['Terbaru', 'pending'],
    ['Baru', 'pending'],
    ['Lama', null],
  ])
  expect(shown(outbox, { ...firstPage, page: 2 })).toEqual([[['Lama', null]], 2])
})

it('has a record as it was seen when it was deleted, and each once', () => {
  const [row] = foldTrash(post, [], [removal(1, 'r2', 'Baru')], firstPage).rows
  expect(row?.row).toEqual({
    ...{ id: 0, ref: 'r2', version: 2, created_by: null, updated_by: null, title: 'Baru' },
    ...{ created_at: '2026-11-20T00:00:00.000Z', updated_at: '2026-11-20T00:00:00.000Z' },
  })
  expect(shown([removal(1, 'r1', 'Lama')])).toEqual([[['Lama', null]], 0])
})

it('has nothing of what was never seen, of another section, or of a restore that is done', () => {
  const unseen = { base: { version: null, values: {}, each: {} } }
  expect(shown([removal(1, 'r2', 'Baru', unseen)])[0]).toEqual([['Lama', null]])
  expect(shown([of(1, 'remove', 'r2')])[0]).toEqual([['Lama', null]])
  expect(shown([of(1, 'remove', 'r2', { base: { version: 1, values: {} } })])[0]).toEqual([['Lama', null]])
  expect(shown([of(1, 'restore', 'r2')])[0]).toEqual([['Lama', null]])
  expect(shown([removal(1, 'r2', 'Baru', { section: 'faq' }), of(2, 'restore', 'r1', { section: 'faq' })])[0]).toEqual([['Lama', null]])
  expect(shown([removal(1, 'r2', 'Baru', { section: 'faq' }), of(2, 'restore', 'r2')])[0]).toEqual([['Lama', null]])
  expect(shown([removal(1, 'r2', 'Baru'), of(2, 'restore', 'r2', { state: 'done' })])[0]).toEqual([['Lama', null]])
})

it('shows the restore of the record that it names, among deletes and edits of others', () => {
  const edit = testRow({ seq: 1, section: 'post', touches: ['r3'], base: { version: 1, values: {} } })
  const outbox = [edit, removal(2, 'r2', 'Baru'), removal(3, 'r3', 'Terbaru'), of(4, 'restore', 'r3')]
  expect(shown(outbox)[0]).toEqual([
    ['Terbaru', 'pending'],
    ['Baru', 'pending'],
    ['Lama', null],
  ])
  expect(shown([removal(1, 'r2', 'Baru'), testRow({ seq: 2, section: 'post', touches: ['r2'] })])[0]).toEqual([
    ['Baru', 'pending'],
    ['Lama', null],
  ])
})
