import { expect, it } from 'vitest'
import { keepRecent } from './recent.ts'

const change = (tx: number, place: number) => ({
  tx: String(tx),
  place,
  area: 'chat-rooms',
  ref: `${tx}-${place}`,
  before: null,
  after: null,
})
const start = { tx: '10', place: 0 }
const refsAfter = (recent: ReturnType<typeof keepRecent>, tx: number, place: number) =>
  recent.after({ tx: String(tx), place })?.map(({ ref }) => ref) ?? null

it('knows what followed a place, and nothing of what was before it was told', () => {
  const recent = keepRecent(start)
  recent.add([change(10, 5), change(12, 6)])
  recent.add([change(12, 7), change(100, 8)])
  expect(refsAfter(recent, 10, 0)).toEqual(['10-5', '12-6', '12-7', '100-8'])
  expect(refsAfter(recent, 12, 6)).toEqual(['12-7', '100-8'])
  expect(refsAfter(recent, 99, 0), 'numbers, not words').toEqual(['100-8'])
  expect(refsAfter(recent, 100, 8)).toEqual([])
  expect(refsAfter(recent, 9, 400)).toBeNull()
})

it('forgets the oldest, and says so', () => {
  const recent = keepRecent(start)
  recent.add(Array.from({ length: 30_001 }, (_, n) => change(11, n + 1)))
  expect(refsAfter(recent, 11, 1)).toBeNull()
  expect(refsAfter(recent, 11, 15_000)).toBeNull()
  expect(refsAfter(recent, 11, 15_001)).toHaveLength(15_000)
  expect(refsAfter(recent, 11, 30_000)).toEqual(['11-30001'])
})
