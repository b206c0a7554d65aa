import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

/** `before` and `after`: owner of the room; 0 is unassigned. */
const change = (tx: number, place: number, before = 7, after = before) => ({
  tx: String(tx),
  place,
  area: 'chat-rooms',
  ref: `${tx}-${place}`,
  before: { sales: before },
  after: { sales: after },
})
const start = { tx: '10', place: 0 }
const all = { key: 'all 1', user: 1, sales: null }
const refsAfter = (recent: ReturnType<typeof createRecent>, tx: number, place: number, sales: number | null = null) =>
  recent.after({ tx: String(tx), place }, { ...all, sales })?.map(({ ref }) => ref) ?? null

it('recent returns what followed a position, and null for earlier positions', () => {
  const recent = createRecent(start)
  recent.add([change(10, 5), change(12, 6)])
  recent.add([change(12, 7), change(100, 8)])
  expect(refsAfter(recent, 10, 0)).toEqual(['10-5', '12-6', '12-7', '100-8'])
  expect(refsAfter(recent, 12, 6)).toEqual(['12-7', '100-8'])
  expect(refsAfter(recent, 99, 0), 'numbers, not words').toEqual(['100-8'])
  expect(refsAfter(recent, 100, 8)).toEqual([])
  expect(refsAfter(recent, 9, 400)).toBeNull()
})

it('recent returns changes of own, unassigned, lost and received rooms to a salesperson, once and in order', () => {
  const recent = createRecent(start)
  recent.add([change(11, 1, 7), change(11, 2, 8), change(11, 3, 0), change(11, 4, 7, 8), change(11, 5, 8, 7), change(11, 6, 0, 7)])
  expect(refsAfter(recent, 10, 0, 7)).toEqual(['11-1', '11-3', '11-4', '11-5', '11-6'])
  expect(refsAfter(recent, 11, 3, 7)).toEqual(['11-4', '11-5', '11-6'])
  expect(refsAfter(recent, 10, 0, 9)).toEqual(['11-3', '11-6'])
})

it('recent drops the oldest changes, and returns null for them', () => {
  const recent = createRecent(start)
  recent.add(Array.from({ length: 30_001 }, (_, n) => change(11, n + 1, n % 2 ? 7 : 8)))
  for (const sales of [null, 8]) {
    expect(refsAfter(recent, 11, 1, sales)).toBeNull()
    expect(refsAfter(recent, 11, 15_000, sales)).toBeNull()
    expect(refsAfter(recent, 11, 15_001, sales)).toHaveLength(sales ? 7_500 : 15_000)
    expect(refsAfter(recent, 11, 30_000, sales)).toEqual(['11-30001'])
  }
})
