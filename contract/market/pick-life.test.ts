import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../lib/wib.ts'
import type { DayPrice } from './day-price.ts'
import { type BuyPick, distanceFrom, firstDayOf, type PriceFactor, pickLife } from './pick-life.ts'

/** Published on a Monday after opening: Tuesday the 2nd is the first day. */
const pick: BuyPick = { to: 1020, targets: [1100, 1200], stop: 950, published_at: '2026-06-01T10:00:00+07:00', days: 30 }
const first = '2026-06-02'

const bar = (date: string, high: number, low: number, close = low): DayPrice => ({ date, previous: close, high, low, close, volume: 100 })
/** Days from the first, as 'high/low'. */
const bars = (...days: string[]) =>
  days.map((text, at) => {
    const [high = 0, low = 0, close] = text.split('/').map(Number)
    return bar(addDays(first, at), high, low, close)
  })
const life = (days: DayPrice[], over: Partial<BuyPick> = {}, factors: PriceFactor[] = [], today = '2026-06-20') =>
  pickLife({ ...pick, ...over }, days, factors, today)

describe('worked examples', () => {
  it('enters at `to`, sells half at the first target and the rest at the stop', () => {
    expect(life(bars('1050/1030', '1030/1010', '1105/1040', '1000/940'))).toMatchObject({
      state: 'closed',
      closed_by: 'stop',
      entry: { date: '2026-06-03', price: 1020 },
      exits: [
        { kind: 'target', price: 1100, part: 50 },
        { kind: 'stop', price: 950, part: 50 },
      ],
      gain: 0.49,
    })
  })

  it('takes the stop first on a day that reaches both', () =>
    expect(life(bars('1030/1010', '1120/940'))).toMatchObject({ closed_by: 'stop', gain: -6.86 }))

  it('sells below the stop where the day never came up to it', () =>
    expect(life(bars('1030/1010', '930/900'))).toMatchObject({ exits: [{ price: 930 }], gain: -8.82 }))

  it('enters at the high of a day that stayed below `to`, and sells at both targets of one day', () =>
    expect(life(bars('990/960', '1205/1000'))).toMatchObject({ closed_by: 'target', entry: { price: 990 }, gain: 16.16 }))
})

describe('the life of a pick', () => {
  it('begins on its day before the exchange opens, else on the next', () => {
    expect(firstDayOf('2026-06-01T08:59:59+07:00')).toBe('2026-06-01')
    expect(firstDayOf('2026-06-01T02:00:00Z')).toBe('2026-06-02')
  })

  it('waits at a distance from `to`, which is not a gain', () => {
    expect(life([bar('2026-05-29', 1080, 1060, 1071)])).toMatchObject({
      state: 'waiting',
      entry: null,
      gain: null,
      ratio: null,
      distance: 5,
      targets: [1100, 1200],
      stop: 950,
    })
    expect(life([bar('2026-05-29', 1010, 1000, 1000)])).toMatchObject({ gain: null, distance: -1.96 })
    const range = { from: 1000, to: 1020 }
    for (const [close, distance] of [
      [1000, 0],
      [1010, 0],
      [1020, 0],
      [995, -0.5],
      [1071, 5],
    ] as const) {
      expect(life([bar('2026-05-29', 1080, 990, close)], range).distance).toBe(distance)
      expect(distanceFrom(close, range)).toBe(distance)
    }
    const split = [{ date: '2026-06-03', numerator: 1, denominator: 2 }]
    expect(life([bar('2026-06-03', 640, 600, 600)], { ...range, published_at: '2026-06-02T10:00:00+07:00' }, split)).toMatchObject({
      distance: 17.65,
    })
    expect(life([])).toMatchObject({ state: 'waiting', gain: null, distance: null })
    expect(life(bars('1030/1010'))).toMatchObject({ state: 'entered', gain: -0.98, distance: null })
    expect(life(bars('1100/1050'), {}, [], '2026-07-02')).toMatchObject({ state: 'expired', gain: null, distance: null })
  })

  it('does not enter on a day that stayed below the stop, nor on one without trades', () => {
    expect(life(bars('950/900')).state).toBe('waiting')
    expect(life([{ ...bar(first, 0, 0, 1000), volume: 0 }]).state).toBe('waiting')
  })

  it('is stopped on the day of its entry, and reaches no target on it', () => {
    expect(life(bars('1030/940'))).toMatchObject({ closed_by: 'stop', gain: -6.86 })
    expect(life(bars('1300/1010/1300'))).toMatchObject({ state: 'entered', exits: [], gain: 27.45 })
  })

  it('counts open parts at the last close', () =>
    expect(life(bars('1030/1010', '1105/1040/1071'))).toMatchObject({ state: 'entered', gain: 6.42, targets: [1200] }))

  it('expires where it was never entered, and is overdue where it was', () => {
    expect(life(bars('1100/1050'), {}, [], '2026-07-01').state).toBe('waiting')
    expect(life(bars('1100/1050'), {}, [], '2026-07-02')).toMatchObject({ state: 'expired', gain: null, targets: [] })
    expect(life([...bars('1100/1050'), bar('2026-07-02', 1020, 1000)], {}, [], '2026-07-02').state).toBe('expired')
    expect(life(bars('1030/1010'), {}, [], '2026-07-02')).toMatchObject({ state: 'entered', overdue: true })
  })

  it('is not entered after its withdrawal, from the next day on', () => {
    const withdrawn_at = '2026-06-03T11:00:00+07:00'
    expect(life(bars('1100/1050', '1100/1050', '1020/1000'), { withdrawn_at }).state).toBe('expired')
    expect(life(bars('1100/1050', '1020/1000'), { withdrawn_at }).state).toBe('entered')
    expect(life(bars('1100/1050', '1020/1000'), { withdrawn_at: '2026-06-03T08:00:00+07:00' }).state).toBe('expired')
  })
})

describe('holds and sells', () => {
  const hold = { kind: 'hold', at: '2026-06-03T10:00:00+07:00', targets: [1060], stop: 1000 } as const

  it('moves targets and stop from the next day on', () => {
    expect(life(bars('1030/1010', '1060/1000/1050'), { followUps: [hold] })).toMatchObject({ state: 'entered', exits: [], targets: [1060] })
    expect(life(bars('1030/1010', '1040/1010', '1060/1001'), { followUps: [hold] })).toMatchObject({ closed_by: 'target', gain: 3.92 })
    expect(life(bars('1030/1010', '1040/1010', '1060/1000'), { followUps: [hold] })).toMatchObject({ closed_by: 'stop', gain: -1.96 })
  })

  it('splits the rest over the targets of a hold', () => {
    const late = { ...hold, targets: [1150, 1180], stop: null }
    const days = bars('1030/1010', '1105/1040', '1185/1100')
    expect(life(days, { followUps: [late] }).exits.map(({ price, part }) => [price, part])).toEqual([
      [1100, 50],
      [1150, 25],
      [1180, 25],
    ])
  })

  it('sells the rest at a price within the range of that day', () => {
    const sell = (price: number) => ({ kind: 'sell', at: '2026-06-03T10:00:00+07:00', price }) as const
    const days = bars('1030/1010', '1050/1030')
    expect(life(days, { followUps: [sell(1040)] })).toMatchObject({ closed_by: 'sell', gain: 1.96 })
    expect(life(days, { followUps: [sell(1090)] }).exits).toMatchObject([{ price: 1050 }])
    expect(life(days, { followUps: [sell(900)] }).exits).toMatchObject([{ price: 1030 }])
  })

  it('waits with a sell for a day with trades', () => {
    const at = '2026-06-03T10:00:00+07:00'
    const days = [...bars('1030/1010'), { ...bar('2026-06-03', 0, 0, 1010), volume: 0 }, bar('2026-06-04', 1050, 1030)]
    expect(life(days, { followUps: [{ kind: 'sell', at, price: 1040 }] }).exits).toMatchObject([{ date: '2026-06-04', price: 1040 }])
  })

  it('end the waiting of a sold pick', () =>
    expect(life(bars('1100/1050', '1100/1050', '1020/1000'), { followUps: [{ kind: 'sell', at: hold.at, price: 1080 }] }).state).toBe(
      'expired',
    ))
})

describe('splits and rights issues', () => {
  const split: PriceFactor = { date: '2026-06-04', numerator: 500, denominator: 1000 }

  it('change no gain', () => {
    const days = [...bars('1030/1010', '1105/1040/1100'), bar('2026-06-04', 520, 510, 515), bar('2026-06-05', 600, 520)]
    expect(life(days.slice(0, 3), {}, [split])).toMatchObject({ state: 'entered', gain: 4.41, targets: [600], stop: 475 })
    expect(life(days, {}, [split])).toMatchObject({ closed_by: 'target', gain: 12.75 })
  })

  it('move the entry price, and ignore those before publishing', () => {
    expect(life([bar('2026-06-04', 510, 505)], {}, [split]).entry).toEqual({ date: '2026-06-04', price: 510 })
    expect(life(bars('1030/1010'), {}, [{ ...split, date: '2026-06-01' }]).entry?.price).toBe(1020)
  })
})

describe('any pick', () => {
  const price = fc.integer({ min: 50, max: 5_000 })
  const day = fc.record({ a: price, b: price, close: fc.double({ min: 0, max: 1, noNaN: true }), traded: fc.boolean() })
  const made = (date: string, { a, b, close, traded }: { a: number; b: number; close: number; traded: boolean }): DayPrice => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    const last = low + Math.round((high - low) * close)
    return traded ? bar(date, high, low, last) : { ...bar(date, 0, 0, last), volume: 0 }
  }
  const levels = fc.uniqueArray(price, { minLength: 3, maxLength: 5 }).map((all) => all.toSorted((a, b) => a - b))
  const days = (max: number) => fc.array(day, { maxLength: max })

  it('ignores days outside its life', () => {
    fc.assert(
      fc.property(levels, days(25), days(4), days(8), fc.boolean(), ([stop = 1, to = 2, ...targets], within, before, after, splits) => {
        const own: BuyPick = { ...pick, to, targets, stop, days: 20 }
        const rows = within.map((each, at) => made(addDays(first, at), each))
        const factors = splits ? [{ date: addDays(first, 3), numerator: 1, denominator: 2 }] : []
        const today = '2026-09-01'
        const plain = pickLife(own, rows, factors, today)
        const earlier = before.map((each, at) => made(addDays('2026-05-20', at), each))
        expect(pickLife(own, [...earlier, ...rows], factors, today)).toEqual(plain)
        if (plain.state === 'entered') return
        const ended = plain.exits.at(-1)?.date ?? plain.until
        const later = after.map((each, at) => made(addDays(ended > '2026-06-27' ? ended : '2026-06-27', at + 1), each))
        expect(pickLife(own, [...rows.filter(({ date }) => date <= ended), ...later], factors, today)).toEqual(plain)
      }),
      { numRuns: 2_000 },
    )
  })

  it('gains the same with and without a split of the stock', () => {
    fc.assert(
      fc.property(levels, days(25), fc.integer({ min: 0, max: 24 }), ([stop = 1, to = 2, ...targets], within, at) => {
        const double = (value: number) => value * 2
        const own: BuyPick = { ...pick, to: double(to), targets: targets.map(double), stop: double(stop) }
        const halves = within.map((each, index) => made(addDays(first, index), each))
        const rows = halves.map((row) => ({ ...row, high: double(row.high), low: double(row.low), close: double(row.close) }))
        const split = halves.map((row, index) => (index < at ? (rows[index] ?? row) : row))
        const factors = [{ date: addDays(first, at), numerator: 1, denominator: 2 }]
        const [plain, divided] = [pickLife(own, rows, [], '2026-09-01'), pickLife(own, split, factors, '2026-09-01')]
        expect([divided.state, divided.closed_by, divided.gain]).toEqual([plain.state, plain.closed_by, plain.gain])
      }),
      { numRuns: 2_000 },
    )
  })

  it('is the same with every price times ten, and sells no more than it bought', () => {
    fc.assert(
      fc.property(levels, days(25), ([stop = 1, to = 2, ...targets], within) => {
        const rows = within.map((each, at) => made(addDays(first, at), each))
        const ten = (value: number) => value * 10
        const own: BuyPick = { ...pick, to, targets, stop }
        const [plain, large] = [
          pickLife(own, rows, [], '2026-09-01'),
          pickLife(
            { ...own, to: ten(to), targets: targets.map(ten), stop: ten(stop) },
            rows.map((row) => ({ ...row, high: ten(row.high), low: ten(row.low), close: ten(row.close) })),
            [],
            '2026-09-01',
          ),
        ]
        expect([large.state, large.gain, large.distance]).toEqual([plain.state, plain.gain, plain.distance])
        expect(plain.gain === null).toBe(plain.entry === null)
        expect(plain.distance === null).toBe(plain.state !== 'waiting' || rows.length === 0)
        const sold = plain.exits.reduce((sum, { part }) => sum + part, 0)
        expect(plain.state === 'closed' ? Math.round(sold) : sold <= 100).toBe(plain.state === 'closed' ? 100 : true)
        expect(plain.gain ?? 0).toBeGreaterThanOrEqual(-100)
      }),
      { numRuns: 2_000 },
    )
  })
})
