import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentOf } from '../lib/percent.ts'
import { annualised, type Close, type Holding, inPercent, meanPercent, medianPercent, returnsOf, winRate } from './performance.ts'
import type { Fraction } from './pick-life.ts'
import { type PriceAction, positionOf, type Trade } from './position.ts'

const trade = (date: string, side: Trade['side'], shares: number, price: number): Trade => ({ date, side, shares, price })
const day = (n: number) => new Date(Date.UTC(2026, 0, 5 + n)).toISOString().slice(0, 10)
/** Closes of consecutive days. */
const closesOf = (...prices: number[]): Close[] => prices.map((close, n) => ({ date: day(n), previous: prices[n - 1] ?? close, close }))
const percents = (holdings: Holding[]) => returnsOf(holdings).days.map(({ r }) => inPercent(r))

it('returnsOf counts the day of a purchase, further purchases and sales', () => {
  const trades = [trade(day(0), 'buy', 1_000, 1_000), trade(day(1), 'buy', 1_000, 1_080), trade(day(2), 'sell', 500, 1_000)]
  const holdings = [{ trades, actions: [], closes: closesOf(1_050, 1_100, 990) }]
  expect(percents(holdings)).toEqual([5, 3.29, -9.77])
  const { twr, drawdown } = returnsOf(holdings)
  expect([inPercent(twr), inPercent(drawdown)]).toEqual([-2.15, -9.77])
})

it('returnsOf measures the drawdown from the last peak', () => {
  const trades = [trade(day(0), 'buy', 100, 1_000)]
  // -10, -16.67, +20 %
  const { drawdown } = returnsOf([{ trades, actions: [], closes: closesOf(900, 750, 900) }])
  expect(inPercent(drawdown)).toBe(-25)
})

it('returnsOf has a return on a day with purchase and complete sale', () => {
  const trades = [trade(day(0), 'buy', 1_000, 4_100), trade(day(0), 'sell', 1_000, 4_120)]
  expect(percents([{ trades, actions: [], closes: closesOf(4_200) }])).toEqual([0.49])
})

it('returnsOf uses the own trade without a row of the exchange, and the previous close on a day with neither', () => {
  const trades = [trade(day(0), 'buy', 200, 1_000), trade(day(1), 'sell', 100, 1_100)]
  expect(percents([{ trades, actions: [], closes: [] }])).toEqual([0, 10])
  // The other stock has no trade on the second day, and keeps its weight.
  const still = { trades: [trade(day(0), 'buy', 200, 1_000)], actions: [], closes: closesOf(1_000) }
  expect(percents([{ trades, actions: [], closes: [] }, still])).toEqual([0, 5])
})

it('returnsOf follows a split without a jump, and starts a period with the holding', () => {
  const split: PriceAction = { date: day(1), kind: 'split', numerator: 1, denominator: 2 }
  const closes = [
    { date: day(0), previous: 3_950, close: 3_950 },
    { date: day(1), previous: 1_975, close: 1_895 },
    { date: day(2), previous: 1_895, close: 1_895 },
  ]
  const holdings = [{ trades: [trade(day(0), 'buy', 500, 3_950)], actions: [split], closes }]
  expect(percents(holdings)).toEqual([0, -4.05, 0])
  expect(returnsOf(holdings, day(1), day(1)).days.map(({ r }) => inPercent(r))).toEqual([-4.05])
})

it('returnsOf is empty without holdings', () => {
  expect(returnsOf([])).toEqual({ days: [], twr: 0, drawdown: 0 })
  expect(winRate([])).toBeNull()
  expect(winRate([5, 0, -3])).toBe(33.33)
  expect(annualised(0.1, 364)).toBeNull()
  expect(inPercent(annualised(0.21, 730))).toBe(10)
  expect([meanPercent([]), medianPercent([])]).toEqual([null, null])
  expect([inPercent(0.00005), inPercent(-0.00005), inPercent(-0.000_001), inPercent(Number.NaN)]).toEqual([0.01, -0.01, 0, null])
})

const hundredths = (...parts: number[]): Fraction[] => parts.map((part) => ({ n: BigInt(part), d: 100_000n }))

it('mean and median of exact gains are rounded once, half away from zero', () => {
  // 0.004 % each would round to 0, and so would a mean of rounded gains; 0.005 % is a half.
  expect(meanPercent(hundredths(4, 6))).toBe(0.01)
  expect(meanPercent(hundredths(-4, -6))).toBe(-0.01)
  expect(meanPercent(hundredths(4, 4, 6))).toBe(0)
  expect(medianPercent(hundredths(6, -90, 4, 90))).toBe(0.01)
  expect(medianPercent(hundredths(3_000, 1_000, 2_000))).toBe(2)
  expect(medianPercent(hundredths(4_000, 1_000, 2_000, 3_000))).toBe(2.5)
  // Thirds are exact: the mean of 1/3 and 1/6 is 1/4.
  expect(
    meanPercent([
      { n: 1n, d: 3n },
      { n: 1n, d: 6n },
    ]),
  ).toBe(25)
})

it('of 2,000 lists of gains, the mean is that of their sum, and the median has as many below as above', () => {
  const gain = fc.record({ n: fc.bigInt(-10_000n, 100_000n), d: fc.bigInt(1n, 10_000n) })
  fc.assert(
    fc.property(fc.array(gain, { minLength: 1, maxLength: 30 }), (gains) => {
      const common = gains.reduce((all, { d }) => all * d, 1n)
      const total = gains.reduce((sum, { n, d }) => sum + (n * common) / d, 0n)
      expect(meanPercent(gains)).toBe(percentOf(total, common * BigInt(gains.length)))
      const middle = medianPercent(gains) ?? Number.NaN
      const each = gains.map(({ n, d }) => percentOf(n, d) ?? Number.NaN)
      expect(each.filter((one) => one < middle).length).toBeLessThanOrEqual(gains.length / 2)
      expect(each.filter((one) => one > middle).length).toBeLessThanOrEqual(gains.length / 2)
    }),
    { numRuns: 2_000 },
  )
})

const walk = fc.array(fc.integer({ min: 50, max: 5_000 }), { minLength: 2, maxLength: 40 })

it("of 2,000 portfolios, buy and hold returns the market's return; more lots and splits change nothing", () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 2, max: 9 }), fc.nat(39), (prices, k, at) => {
      const closes = closesOf(...prices)
      const [first = 0] = prices
      const trades = [trade(day(0), 'buy', 100, first)]
      const own = returnsOf([{ trades, actions: [], closes }])
      const product = closes.slice(1).reduce((all, { previous, close }) => (all * close) / previous, 1)
      expect(own.twr).toBeCloseTo(product - 1, 9)
      const more = returnsOf([{ trades: trades.map((each) => ({ ...each, shares: each.shares * k })), actions: [], closes }])
      expect([more.twr, more.drawdown]).toEqual([own.twr, own.drawdown])
      const [few, many] = [1, k].map((by) =>
        positionOf([{ date: day(0), side: 'buy', shares: 100 * by, price: first }], [], prices.at(-1) ?? null),
      )
      expect(many?.gain).toBe(few?.gain)
      // From the split on, a share costs the k-th part; k divides the prices.
      const split: PriceAction = { date: day(at), kind: 'split', numerator: 1, denominator: k }
      const [dear, low] = [closes.map((row) => ({ ...row, previous: row.previous * k, close: row.close * k })), closes]
      const both = [...dear.filter(({ date }) => date < split.date), ...low.filter(({ date }) => date >= split.date)]
      const bought = { ...trade(day(0), 'buy', 100, at === 0 ? first : first * k) }
      expect(returnsOf([{ trades: [bought], actions: at === 0 ? [] : [split], closes: both }]).twr).toBeCloseTo(own.twr, 9)
    }),
    { numRuns: 2_000 },
  )
})
