import { describe, expect, it } from 'vitest'
import { columnsOf, heightOf, lineOf, movedBy, pointAt, scaleOf, ticksOf } from './geometry.ts'

const size = { width: 100, height: 120, foot: 20, top: 0 }

describe('scaleOf', () => {
  it.each([
    [[0], [0]],
    [[], [0]],
    [[1], [0, 1]],
    [
      [2, 1],
      [0, 1, 2],
    ],
    [[7], [0, 5, 10]],
    [
      [1_499_000, 95_000],
      [0, 500_000, 1_000_000, 1_500_000],
    ],
    [
      [-2.15, 8.45],
      [-5, 0, 5, 10],
    ],
    [[-9], [-10, -5, 0]],
  ])('of %o is %o', (values, lines) => {
    expect(scaleOf(values)).toEqual(lines)
  })

  it('ends above every value, with few lines', () => {
    for (let value = 1; value < 4_000_000_000; value = Math.ceil(value * 1.37)) {
      const lines = scaleOf([value])
      expect(lines.at(-1), String(value)).toBeGreaterThanOrEqual(value)
      expect(lines.length, String(value)).toBeLessThanOrEqual(5)
    }
  })
})

describe('lineOf', () => {
  it('lies between the lowest line and the highest, below 0 too', () => {
    expect(lineOf([-5, 0, 15], 15, { ...size, width: 90 }, -5)).toBe('15.0,100.0 45.0,75.0 75.0,0.0')
  })
})

describe('columnsOf', () => {
  it('stands on the lowest line, as high as its value', () => {
    expect(columnsOf([10, 5], 10, size)).toEqual([
      { x: 8, y: 0, width: 34, height: 100, middle: 25 },
      { x: 58, y: 50, width: 34, height: 50, middle: 75 },
    ])
    expect(heightOf(5, 10, size)).toBe(50)
  })

  it('is flat where nothing happened', () => {
    expect(columnsOf([0, 0], 0, size).map(({ y, height }) => [y, height])).toEqual([
      [100, 0],
      [100, 0],
    ])
    expect(heightOf(0, 0, size)).toBe(100)
  })

  it('has no column that leaves the chart', () => {
    const columns = columnsOf(
      Array.from({ length: 31 }, (_, n) => n),
      30,
      size,
    )
    expect(columns.every(({ x, width }) => x >= 0 && x + width <= 100)).toBe(true)
  })
})

it('ticksOf has as many words as fit', () => {
  expect(ticksOf(31, 300, 60)).toEqual([0, 7, 14, 21, 28])
  expect(ticksOf(3, 300, 60)).toEqual([0, 1, 2])
  expect(ticksOf(12, 10, 60)).toEqual([0])
})

it('pointAt is the point under a place, also at the edges', () => {
  expect([-5, 0, 49, 50, 100, 140].map((x) => pointAt(x, 2, 100))).toEqual([0, 0, 0, 1, 1, 1])
})

describe('movedBy', () => {
  it.each([
    ['next', 3, 4],
    ['previous', 3, 2],
    ['previous', 0, 0],
    ['next', 30, 30],
    ['forward', 3, 11],
    ['back', 3, 0],
    ['first', 3, 0],
    ['last', 3, 30],
  ] as const)('%s leads from %s to %s', (action, at, next) => {
    expect(movedBy(action, at, 31)).toBe(next)
  })
})
