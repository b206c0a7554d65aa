import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PriceAction, positionOf, stepsOf, type Trade } from './position.ts'

const trade = (date: string, side: Trade['side'], shares: number, price: number): Trade => ({ date, side, shares, price })
const halved: PriceAction = { date: '2021-12-08', kind: 'split', numerator: 1_975, denominator: 3_950 }

it('a sale does not change the average', () => {
  const trades = [trade('2026-01-05', 'buy', 1_000, 1_000), trade('2026-01-06', 'buy', 1_000, 800), trade('2026-01-07', 'sell', 500, 1_100)]
  expect(positionOf(trades, [], 950)).toMatchObject({
    held: 1_500,
    average: 900,
    realised: 100_000,
    unrealised: 75_000,
    gain: 9.72,
    last_sale: 1_100,
    closed_on: null,
  })
})

it('a sale is rounded once, and the last one takes the rest', () => {
  const bought = [trade('2026-01-05', 'buy', 100, 1_000), trade('2026-01-05', 'buy', 200, 1_005)]
  const sold = [...bought, trade('2026-01-06', 'sell', 100, 1_000)]
  expect(positionOf(sold, [], 1_000)).toMatchObject({ cost_left: 200_667, realised: 100_000 - 100_333 })
  const all = [...sold, trade('2026-01-07', 'sell', 200, 1_000)]
  expect(positionOf(all, [], null)).toMatchObject({
    held: 0,
    average: null,
    cost_left: 0,
    realised: -1_000,
    unrealised: 0,
    closed_on: '2026-01-07',
  })
})

it('a position follows a split', () => {
  expect(positionOf([trade('2021-12-01', 'buy', 500, 3_950)], [halved], 1_895)).toMatchObject({ held: 1_000, average: 1_975, gain: -4.05 })
})

it('a position uses the whole number of a split, drops fractions, and has a lower cost after a rights issue', () => {
  const bought = [trade('2021-12-01', 'buy', 300, 3_955)]
  expect(positionOf(bought, [{ ...halved, numerator: 1_980, denominator: 3_955 }], 1_980)).toMatchObject({
    held: 600,
    purchases: 1_186_500,
  })
  expect(positionOf(bought, [{ ...halved, numerator: 8, denominator: 1 }], 31_640)).toMatchObject({ held: 37, cost_left: 1_186_500 })
  const rights: PriceAction = { date: '2021-12-08', kind: 'rights', numerator: 9, denominator: 10 }
  expect(positionOf(bought, [rights], 3_560)).toMatchObject({ held: 300, purchases: 1_067_850, cost_left: 1_067_850 })
})

it('a position starts with the previous holding, even of no whole lots', () => {
  const { steps, fault } = stepsOf([trade('2021-12-09', 'sell', 74, 2_000)], [halved], trade('2021-12-01', 'buy', 37, 3_950))
  expect(fault).toBeNull()
  expect(steps.map(({ held, purchases, realised }) => [held, purchases, realised])).toEqual([
    [37n, 146_150n, 0n],
    [74n, 146_150n, 0n],
    [0n, 146_150n, 1_850n],
  ])
})

it('a day is ordered: actions, buys, sells, then by entry', () => {
  const day = '2021-12-08'
  const trades = [trade(day, 'sell', 1_100, 2_000), trade('2021-12-01', 'buy', 500, 3_950), trade(day, 'buy', 100, 1_900)]
  expect(stepsOf(trades, [halved]).fault).toBeNull()
  expect(positionOf(trades, [halved], null)).toMatchObject({ held: 0, closed_on: day })
})

it('stepsOf names the first invalid trade', () => {
  const bought = trade('2026-01-05', 'buy', 500, 1_000)
  expect(stepsOf([bought, trade('2026-01-06', 'sell', 600, 1_000)], []).fault).toEqual({ index: 1, code: 'oversold' })
  expect(stepsOf([trade('2026-01-04', 'sell', 100, 1_000), bought], []).fault).toEqual({ index: 0, code: 'oversold' })
  expect(stepsOf([bought, trade('2026-01-06', 'sell', 150, 1_000)], []).fault).toEqual({ index: 1, code: 'whole_lots' })
  expect(stepsOf([{ ...bought, shares: 150 }], []).fault).toEqual({ index: 0, code: 'whole_lots' })
  const sold = trade('2026-01-06', 'sell', 500, 1_000)
  expect(stepsOf([bought, sold, { ...bought, date: '2026-01-07' }], []).fault).toEqual({ index: 2, code: 'closed' })
  const odd = [{ ...bought, shares: 300 }, trade('2026-01-06', 'sell', 37, 8_000)]
  expect(stepsOf(odd, [{ date: '2026-01-06', kind: 'split', numerator: 8, denominator: 1 }]).fault).toBeNull()
})

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const trades = fc.array(
  fc.record({
    date: fc.integer({ min: 0, max: 40 }).map(day),
    side: fc.constantFrom('buy', 'sell'),
    shares: fc.integer({ min: 1, max: 500 }).map((lots) => lots * 100),
    price: fc.integer({ min: 1, max: 100_000 }),
  }),
  { maxLength: 12 },
)
/** Valid trades: each one that fails is dropped. */
function possible(all: readonly Trade[], actions: readonly PriceAction[] = []): Trade[] {
  const { fault } = stepsOf(all, actions)
  return fault ? possible(all.toSpliced(fault.index, 1), actions) : [...all]
}
const whole = (ratio: number): PriceAction => ({ date: day(20), kind: 'split', numerator: 1, denominator: ratio })

it('of 2,000 portfolios, cost of sold and held shares is that of purchases; splits change no value and no gain', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 2, max: 10 }), fc.integer({ min: 1, max: 100_000 }), (all, ratio, price) => {
      const made = possible(all)
      const { held, purchases, cost_left, realised, gain } = positionOf(made, [], price * ratio)
      const proceeds = made.filter(({ side }) => side === 'sell').reduce((sum, { shares, price: at }) => sum + shares * at, 0)
      expect(proceeds - realised + cost_left).toBe(purchases)
      expect(held).toBeGreaterThanOrEqual(0)
      // The same trades, with split shares from the split on.
      const split = made.map((each) =>
        each.date < day(20) ? { ...each, price: each.price * ratio } : { ...each, shares: each.shares * ratio },
      )
      const dear = made.map((each) => ({ ...each, price: each.price * ratio }))
      const [halves, wholes] = [positionOf(split, [whole(ratio)], price), positionOf(dear, [], price * ratio)]
      expect(halves.gain).toBe(wholes.gain)
      expect([halves.held * price, halves.cost_left]).toEqual([wholes.held * price * ratio, wholes.cost_left])
      expect(gain === null).toBe(made.length === 0)
    }),
    { numRuns: 2_000 },
  )
})
