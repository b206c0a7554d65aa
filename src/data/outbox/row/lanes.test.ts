import { expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { createLanes, isDue, pause, untilDue } from './lanes.ts'
import { settle } from './settle.ts'

const free = (...rows: Parameters<typeof testRow>[0][]) => {
  const made = rows.map(testRow)
  return made.filter(createLanes()).map((row) => row.seq)
}

test('a row waits for every earlier one that shares a record, and for no other', () => {
  expect(free({ seq: 1, touches: ['a'] }, { seq: 2, touches: ['b', 'a'] }, { seq: 3, touches: ['b'] }, { seq: 4, touches: ['c'] })).toEqual(
    [1, 4],
  )
})

test('a parked or sending head blocks its own lane only', () => {
  expect(
    free({ seq: 1, touches: ['a'], state: 'parked', reason: 'rejected' }, { seq: 2, touches: ['a'] }, { seq: 3, touches: ['b'] }),
  ).toEqual([3])
  expect(free({ seq: 1, touches: ['a'], state: 'sending' }, { seq: 2, touches: ['a'] })).toEqual([])
})

test('a row waits for the making of what it refers to, not for others that refer to it', () => {
  expect(free({ seq: 1, touches: ['campaign'] }, { seq: 2, touches: ['a'], dependsOn: ['campaign'] })).toEqual([1])
  expect(free({ seq: 1, touches: ['a'], dependsOn: ['campaign'] }, { seq: 2, touches: ['b'], dependsOn: ['campaign'] })).toEqual([1, 2])
  expect(free({ seq: 1, touches: ['a'], dependsOn: ['campaign'] }, { seq: 2, touches: ['campaign'] })).toEqual([1])
})

test('a row waits for its time, unless the clock has jumped', () => {
  expect(isDue({ nextAttemptAt: 1_000 }, 999)).toBe(false)
  expect(isDue({ nextAttemptAt: 1_000 }, 1_000)).toBe(true)
  expect(isDue({ nextAttemptAt: 1_000 + 300_001 }, 1_000)).toBe(true)
})

test('the next time is that of a row that nothing stands before', () => {
  const rows = [
    testRow({ seq: 1, nextAttemptAt: 5_000 }),
    testRow({ seq: 2 }),
    testRow({ seq: 3, touches: ['b'], state: 'parked', reason: 'rejected' }),
  ]
  expect(untilDue(rows, 1_000)).toBe(4_000)
  expect(untilDue(rows.slice(2), 1_000)).toBeNull()
  expect(untilDue([testRow({ seq: 1, nextAttemptAt: 5_000 }), testRow({ seq: 2, touches: ['b'], nextAttemptAt: 3_000 })], 1_000)).toBe(
    2_000,
  )
})

test('pauses grow from 1 s to 5 min with full jitter, and Retry-After is the least', () => {
  expect([1, 2, 3, 9, 40].map((attempts) => pause(attempts, 1, null))).toEqual([1_000, 2_000, 4_000, 256_000, 300_000])
  expect(pause(5, 0, null)).toBe(0)
  expect(pause(1, 0.5, 8_000)).toBe(8_000)
})

test('a bulk call in part refused leaves what was refused behind, in its place', () => {
  const row = testRow({ seq: 4, section: 'leads', action: 'bulkUpdate', touches: ['a', 'b'], patch: { ids: ['a', 'b'], status: 'new' } })
  const verdict = { kind: 'done' as const, row: null, refused: [{ ref: 'b', message: 'not yours' }] }
  const { put, remove, cached } = settle({ row, verdict, later: [], fields: {}, now: 0, random: 0, newId: () => 'new' })
  expect(remove).toEqual([])
  expect(put).toMatchObject([
    { seq: 4, touches: ['b'], patch: { ids: ['b'], status: 'new' }, state: 'parked', reason: 'rejected', decided: true },
  ])
  expect(cached).toMatchObject({ changed: ['a'], patch: { status: 'new' }, removed: [] })
})

test('the row behind goes on from the version that the verdict told', () => {
  const later = [testRow({ seq: 2, base: { version: 1, values: { city: 'Ubud' } } }), testRow({ seq: 3, touches: ['r1', 'r2'] })]
  const fresh = { id: 1, ref: 'r1', version: 2, created_at: '', created_by: null, updated_at: '', updated_by: null }
  const { put } = settle({
    row: testRow({ seq: 1 }),
    verdict: { kind: 'done', row: fresh, refused: [] },
    later,
    fields: {},
    now: 0,
    random: 0,
    newId: () => 'new',
  })
  expect(put).toMatchObject([{ seq: 2, base: { version: 2, values: { city: 'Ubud' } } }])
})

test('behind a bulk call an edit goes on from the version it told, unless somebody else changed the record in between', () => {
  const edit = (seq: number, ref: string) => testRow({ seq, touches: [ref], base: { version: 1, values: {} } })
  const { put } = settle({
    row: testRow({ seq: 1, section: 'leads', action: 'bulkUpdate', touches: ['a', 'b'] }),
    verdict: { kind: 'done', row: null, refused: [], versions: { a: 2, b: 5 } },
    later: [edit(2, 'a'), edit(3, 'b')],
    fields: {},
    now: 0,
    random: 0,
    newId: () => 'new',
  })
  expect(put).toMatchObject([{ seq: 2, base: { version: 2 } }])
})
