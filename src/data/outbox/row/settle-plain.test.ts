import { describe, expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { settle } from './settle.ts'
import type { OutboxRow, Verdict } from './types.ts'

const done = (madeId?: string): Verdict => ({ kind: 'done', row: null, refused: [], ...(madeId && { madeId }) })
const behind = (made: OutboxRow, verdict: Verdict, ...later: OutboxRow[]) =>
  settle({ row: made, verdict, later, fields: {}, now: 0, random: 0, newId: () => 'new' })
const create = testRow({ seq: 1, action: 'create', touches: ['r1'], plain: 'once' })

describe('behind a create on a server that has numbers alone', () => {
  test('rows name the record by its number, wherever they named it by its ref', () => {
    const each = { r1: { version: null, values: {} }, r2: { version: null, values: { city: 'Ubud' } } }
    const later = testRow({
      seq: 2,
      action: 'remove',
      touches: ['r1', 'r2'],
      dependsOn: ['r1', 'r3'],
      params: { id: 'r1', other: 'r2' },
      patch: { id: 'r1', ids: ['r1', 'r2'], name: 'Budi' },
      base: { version: 4, values: {}, each },
    })
    const { put, remove } = behind(create, done('17'), later)
    expect(remove).toEqual([1])
    expect(put).toEqual([
      {
        ...later,
        touches: ['17', 'r2'],
        dependsOn: ['r3'],
        params: { id: '17', other: 'r2' },
        patch: { id: '17', ids: ['17', 'r2'], name: 'Budi' },
        base: { version: 4, values: {}, each: { 17: each.r1, r2: each.r2 } },
      },
    ])
  })

  test('an edit keeps the base that its person saw', () => {
    const base = { version: null, values: { city: 'Ubud' } }
    expect(behind(create, done('17'), testRow({ seq: 2, base })).put).toMatchObject([{ touches: ['17'], base }])
    expect(behind(create, done('17'), testRow({ seq: 2 })).put).toMatchObject([{ touches: ['17'], base: null }])
  })

  test('rows wait for the person where the answer does not tell the number', () => {
    expect(behind(create, done(), testRow({ seq: 2 })).put).toMatchObject([
      { seq: 2, state: 'parked', reason: 'dependency', lastError: { status: 0, code: 'dependency', message: '' } },
    ])
  })
})

test('behind any other change on such a server rows stay as they are', () => {
  const later = testRow({ seq: 2 })
  expect(behind({ ...create, action: 'update' }, done('17'), later).put).toEqual([])
  expect(behind({ ...create, touches: [] }, done('17'), later).put).toEqual([])
})
