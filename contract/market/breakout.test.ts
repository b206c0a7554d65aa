import { expect, it } from 'vitest'
import { addDays } from '../lib/wib.ts'
import { isBreakout } from './breakout.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ date: addDays('2026-10-01', at), previous: 100, high: 110, low: 95, close: 100, volume: 1_000, before: at ? 100 : null },
  }))
const last = (close: number, volume: number) => ({
  ...{ date: '2026-11-20', previous: 100, high: close, low: 100, close, volume, before: 100 },
})

it('a breakout needs a close above twenty traded days, and half as much volume again', () => {
  expect(isBreakout([...days(20), last(111, 1_500)])).toBe(true)
  expect(isBreakout([...days(20), last(110, 1_500)])).toBe(false)
  expect(isBreakout([...days(20), last(111, 1_499)])).toBe(false)
})

it('a breakout counts no untraded days, and is false with fewer than twenty', () => {
  const idle = { date: '2026-11-19', previous: 100, high: 0, low: 0, close: 100, volume: 0, before: 100 }
  expect(isBreakout([...days(19), idle, last(111, 1_500)])).toBe(false)
  expect(isBreakout([...days(20), idle, last(111, 1_500)])).toBe(true)
})

it('a breakout is measured against highs adjusted for splits', () => {
  const split = { ...last(56, 1_500), previous: 50 }
  expect(isBreakout([...days(20), split])).toBe(true)
  expect(isBreakout([...days(20), { ...split, close: 55 }])).toBe(false)
})
