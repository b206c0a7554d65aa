import { describe, expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { createBatch, predecessors } from './batch.ts'
import type { OutboxRow } from './types.ts'

const now = 1_000_000
const capacity = { max: 100, isSingle: () => false, files: true }
const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => `r${from + at}`)
const file = { field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }
const base = { version: null, values: {}, each: {} }

/** What one request takes of these rows, and whether it is full. */
function take(rows: readonly OutboxRow[], values: Partial<typeof capacity> | { isSingle: (row: OutboxRow) => boolean } = {}) {
  const batch = createBatch(now, { ...capacity, ...values })
  const isFull = rows.some((row) => batch.offer(row) === 'full')
  return { seqs: batch.rows.map(({ seq }) => seq), isFull }
}
const taken = (...rows: Parameters<typeof testRow>[0][]) => take(rows.map(testRow)).seqs

describe('a request', () => {
  test('takes rows in their order, those of one record as well, up to its number', () => {
    const rows = [1, 2, 3].map((seq) => testRow({ seq, touches: ['r1'] }))
    expect(take(rows)).toEqual({ seqs: [1, 2, 3], isFull: false })
    expect(take(rows, { max: 2 })).toEqual({ seqs: [1, 2], isFull: true })
  })

  test('passes over what may not be sent yet, and over everything behind it that shares a record', () => {
    const waits = { parked: { state: 'parked' }, sent: { state: 'sending' }, paused: { nextAttemptAt: now + 1_000 } } as const
    for (const values of Object.values(waits)) {
      const rows = [
        { seq: 1, touches: ['a'], ...values },
        { seq: 2, touches: ['b', 'a'] },
        { seq: 3, touches: ['b'] },
      ]
      expect(taken(...rows, { seq: 4, touches: ['c'] })).toEqual([4])
    }
  })

  test('leaves a row that refers to a record whose making it leaves, and one that changes a record that such a row refers to', () => {
    const paused = { nextAttemptAt: now + 1_000 }
    expect(taken({ seq: 1, touches: ['a'], ...paused }, { seq: 2, touches: ['b'], dependsOn: ['a'] })).toEqual([])
    expect(taken({ seq: 1, touches: ['a'], dependsOn: ['b'], ...paused }, { seq: 2, touches: ['b', 'c'] })).toEqual([])
  })

  test('takes a row behind the making of what it refers to', () => {
    expect(taken({ seq: 1, action: 'create', touches: ['a'] }, { seq: 2, touches: ['b'], dependsOn: ['a'] })).toEqual([1, 2])
  })

  test('of a lane without uploads leaves rows with files, and what is behind them', () => {
    const rows = [
      testRow({ seq: 1, touches: ['a'], files: [file] }),
      testRow({ seq: 2, touches: ['a'] }),
      testRow({ seq: 3, touches: ['b'] }),
    ]
    expect(take(rows, { files: false }).seqs).toEqual([3])
    expect(take(rows).seqs).toEqual([1, 2, 3])
  })

  test('has a row that goes by itself alone, and what is behind that row not at all', () => {
    const rows = [testRow({ seq: 1, touches: ['a'] }), testRow({ seq: 2, touches: ['b'] }), testRow({ seq: 3, touches: ['b'] })]
    const single = (seq: number) => take(rows, { isSingle: (row: OutboxRow) => row.seq === seq })
    expect(single(1)).toEqual({ seqs: [1], isFull: true })
    expect(single(2)).toEqual({ seqs: [1], isFull: false })
  })

  test('takes a delete after the changes of its records were settled, because it names their versions', () => {
    const removal = { seq: 2, action: 'remove', touches: ['a', 'b'], base }
    expect(taken({ seq: 1, touches: ['a'] }, removal, { seq: 3, touches: ['b'] })).toEqual([1])
    expect(taken({ seq: 1, touches: ['c'] }, removal)).toEqual([1, 2])
    expect(taken({ seq: 1, touches: ['a'] }, { ...removal, base: null })).toEqual([1, 2])
    expect(taken({ seq: 1, touches: ['a'] }, { ...removal, action: 'update' })).toEqual([1, 2])
  })

  test('touches 40 records at most, unless its first row alone touches more', () => {
    expect(taken({ seq: 1, touches: many(0, 30) }, { seq: 2, touches: many(30, 11) }, { seq: 3, touches: many(90, 1) })).toEqual([1, 3])
    expect(taken({ seq: 1, touches: many(0, 30) }, { seq: 2, touches: many(30, 10) })).toEqual([1, 2])
    expect(taken({ seq: 1, touches: many(0, 30) }, { seq: 2, touches: many(20, 20) })).toEqual([1, 2])
    expect(taken({ seq: 1, touches: many(0, 50) }, { seq: 2, touches: ['r7'] }, { seq: 3, touches: ['r60'] })).toEqual([1, 2])
  })

  test('carries 250,000 characters at most, unless its first row alone is longer', () => {
    const long = (seq: number, length: number) => testRow({ seq, touches: [], patch: { notes: 'x'.repeat(length) } })
    expect(take([long(1, 150_000), long(2, 150_000), long(3, 1)])).toEqual({ seqs: [1], isFull: true })
    expect(take([long(1, 300_000), long(2, 1)])).toEqual({ seqs: [1], isFull: true })
    const around = JSON.stringify([{ notes: '' }, []]).length
    expect(take([long(1, 150_000), long(2, 100_000 - 2 * around)])).toEqual({ seqs: [1, 2], isFull: false })
    expect(take([long(1, 150_000), long(2, 100_001 - 2 * around)])).toEqual({ seqs: [1], isFull: true })
  })
})

describe('predecessors', () => {
  const behind = (...rows: (Partial<OutboxRow> & { id: string })[]) =>
    Object.fromEntries(predecessors(rows.map((row, at) => testRow({ seq: at + 1, touches: [], ...row }))))

  test('of a row are the nearest that share a record with it', () => {
    expect(behind({ id: '1', touches: ['a'] }, { id: '2', touches: ['a', 'b'] }, { id: '3', touches: ['b', 'a'] })).toEqual({
      1: [],
      2: ['1'],
      3: ['2'],
    })
  })

  test('of a row include the making of what it refers to', () => {
    expect(behind({ id: '1', touches: ['a'] }, { id: '2', touches: ['b'], dependsOn: ['a'] })).toEqual({ 1: [], 2: ['1'] })
  })

  test('of a change of a record are all that refer to it since it was changed last', () => {
    const referring = [
      { id: '1', touches: ['x'], dependsOn: ['a'] },
      { id: '2', touches: ['y'], dependsOn: ['a'] },
    ]
    expect(behind(...referring, { id: '3', touches: ['a'] }, { id: '4', touches: ['a'] })).toEqual({
      1: [],
      2: [],
      3: ['1', '2'],
      4: ['3'],
    })
  })
})
