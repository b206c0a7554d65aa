import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drillOf } from '#contract/kit/report/report.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { performance, performanceSummary } from '#contract/reports/performance.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { createApp } from '#server/app.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
const today = wibDay(new Date())
const day = (days: number) => addDays(today, days)
const { path } = performanceSummary

/** A stock with these closes, from so many days ago on. */
async function stock(code: string, since: number, closes: number[]): Promise<number> {
  const { db } = test.platform.database
  const [sector] = await db
    .insert(stockSectors)
    .values({ name: `Sector of ${code}` })
    .returning()
  const [row] = await db
    .insert(stocks)
    .values({ code, company_name: `PT ${code}`, sector_id: sector?.id ?? 0, listed_shares: 1_000, listed_on: '2000-01-03' })
    .returning()
  const rows = closes.map((close, at) => ({
    date: day(since + at),
    previous: closes[at - 1] ?? close,
    high: close,
    low: close,
    close,
    volume: 1,
  }))
  await db.insert(stockPrices).values(rows.map((price) => ({ stock_id: row?.id ?? 0, ...price })))
  return row?.id ?? 0
}

type Given = [days: number, side: 'buy' | 'sell', shares: number, price: number]
const hold = (stock_id: number, product: string, category: string | null, ...given: Given[]) =>
  ask('POST', portofolio.path, {
    ...{ stock_id, product, category },
    trades: given.map(([days, side, shares, price]) => ({ date: day(days), side, shares, price })),
  })
const asked = async (rest = '', query = '') => (await ask('GET', `${path}${rest}?${query}`)).body

beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get stock', 'create stock']))
  const [first, second, third] = [
    await stock('AAAA', -3, [1_050, 1_100, 990]),
    await stock('BBBB', -3, [4_200, 4_200, 4_200]),
    await stock('CCCC', -3, [500, 505, 480]),
  ]
  await hold(first, 'EMT', 'Swing', [-3, 'buy', 1_000, 1_000], [-2, 'buy', 1_000, 1_080], [-1, 'sell', 500, 1_000])
  await hold(second, 'EMV', null, [-3, 'buy', 1_000, 4_100], [-3, 'sell', 1_000, 4_120])
  await hold(third, 'EMV', null, [-3, 'buy', 1_000, 500], [-1, 'sell', 1_000, 480])
})
afterAll(() => test.close())

it('comes to what the days of the portfolio come to', async () => {
  expect(await asked('', 'product=EMT')).toMatchObject({
    ...{ positions: 1, open: 1, closed: 0, win_rate: null, twr: -2.15, drawdown: -9.77, annualised: null },
    ...{ realised: -20_000, unrealised: -75_000, holding_days: null, from: day(-3), to: today },
  })
  expect(await asked('', 'product=EMV')).toMatchObject({ closed: 2, open: 0, win_rate: 50, realised: 0, holding_days: 1 })
  expect(await asked('', 'category=Swing')).toMatchObject({ positions: 1, twr: -2.15 })
  expect(await asked('', `product=EMT&to=${day(-2)}`)).toMatchObject({ realised: 0, unrealised: 120_000, twr: 8.45 })
  expect(await asked('', `product=EMV&from=${day(-2)}`)).toMatchObject({ positions: 1, closed: 1, win_rate: 0 })
  expect(await asked('', 'product=WST')).toMatchObject({ positions: 0, win_rate: null, twr: null, drawdown: null, realised: 0 })
  expect((await ask('GET', `${path}?product=NONE`)).status).toBe(422)
})

const asks: [name: string, query: string][] = [
  ['everything', ''],
  ['one product', 'product=EMV'],
  ['one horizon', 'category=Swing'],
  ['a period that begins later', `from=${day(-2)}&to=${today}`],
  ['a period that is over, in which nothing was closed yet', `product=EMV&from=${day(-2)}&to=${day(-2)}`],
  ['a period that is over before anything was bought', `from=${day(-9)}&to=${day(-8)}`],
]

it.each(asks)('each number of performance opens as many positions as it counts: %s', async (_, query) => {
  const total = await asked('', query)
  const values = { ...total, ...Object.fromEntries(new URLSearchParams(query)) }
  const [from, to] = [total.from ?? '', total.to]
  for (const [measure, drill] of Object.entries(performance.drill)) {
    const link = drillOf(performance, measure, { from, to, date: '' }, values)
    const { status, body } = await ask('GET', `${portofolio.path}?size=100&query=${encodeURIComponent(link?.query ?? '')}`)
    expect([measure, status, body.data?.length]).toEqual([measure, 200, drill && total[drill.counts]])
  }
})

it('positions refuse a day that is none', async () => {
  for (const query of ['held_on:2026-01-01', 'held_on:2026-02-30..2026-03-01', 'open_at:never'])
    expect((await ask('GET', `${portofolio.path}?query=${query}`)).status).toBe(422)
})

it('stands beside the market, day by day', async () => {
  const { data } = await asked('/graph', 'product=EMT')
  expect(data.map(({ portfolio }: { portfolio: number }) => portfolio)).toEqual([5, 8.45, -2.15])
  const worth = (closes: number[]) => closes.reduce((sum, close) => sum + close, 0)
  const index = (worth([990, 4_200, 480]) / worth([1_050, 4_200, 500]) - 1) * 100
  expect(data.at(-1).index).toBeCloseTo(index, 2)
})

it('the performance names what gained and what lost most', async () => {
  const codes = async (rest: string) =>
    (await asked(rest)).data.map((row: { stock_code: string; gain: number }) => [row.stock_code, row.gain])
  expect(await codes('/top-profit')).toEqual([['BBBB', 0.49]])
  expect(await codes('/top-loss')).toEqual([
    ['AAAA', -4.57],
    ['CCCC', -4],
  ])
})

it('the performance counts recommendations that were entered, by category, but none that came late', async () => {
  const { db } = test.platform.database
  const id = await stock('DDDD', -2, [1_000, 1_100])
  const buy = { stock_id: id, kind: 'buy', status: 'publish', audience: ['emt'], published_on: `${day(-2)}T08:00:00+07:00` }
  const levels = { buy_price: { from: 980, to: 1_000 }, target_price: [{ price: 2_000 }], stop_loss: 500 }
  await db.insert(stockPicks).values([
    { ...buy, ...levels, category: 'Swing' },
    { ...buy, ...levels, category: 'Super', late: true },
  ])
  const none = { n: 0, wins: 0, rate: null, mean: null, median: null }
  expect((await asked('/recommendation')).data).toEqual([
    { category: 'Swing', n: 1, wins: 1, rate: 100, mean: 10, median: 10 },
    { category: 'Super', ...none },
    { category: 'Investing', ...none },
  ])
  expect((await asked('/recommendation', 'category=Swing&product=WST')).data).toEqual([{ category: 'Swing', ...none }])
})

it('rounds mean and median of recommendations once, and counts a gain that rounds to nothing as one', async () => {
  const buy = { kind: 'buy', status: 'publish', audience: ['emt'], published_on: `${day(-2)}T08:00:00+07:00`, category: 'Investing' }
  const levels = { buy_price: { from: 24_000, to: 25_000 }, target_price: [{ price: 30_000 }], stop_loss: 20_000 }
  const ids = [
    await stock('MEAN', -2, [25_000, 25_001]),
    await stock('MEAO', -2, [25_000, 25_001]),
    await stock('MEAP', -2, [25_000, 25_002]),
  ]
  await test.platform.database.db.insert(stockPicks).values(ids.map((stock_id) => ({ ...buy, ...levels, stock_id })))
  // 0.004, 0.004 and 0.008 %
  expect((await asked('/recommendation', 'category=Investing')).data).toEqual([
    { category: 'Investing', n: 3, wins: 3, rate: 100, mean: 0.01, median: 0 },
  ])
})

describe('a period', () => {
  beforeAll(async () => {
    const id = await stock('EEEE', -6, [1_000, 1_100, 1_100, 1_210, 1_210, 1_331])
    await hold(id, 'WST', null, [-5, 'buy', 1_000, 1_100], [-4, 'sell', 300, 1_100], [-3, 'sell', 300, 1_200], [-2, 'sell', 100, 1_150])
  })

  it('counts the realised results of sales in it alone', async () => {
    expect(await asked('', 'product=WST')).toMatchObject({ realised: 35_000 })
    expect(await asked('', `product=WST&from=${day(-3)}`)).toMatchObject({ realised: 35_000, from: day(-3) })
    expect(await asked('', `product=WST&from=${day(-2)}`)).toMatchObject({ realised: 5_000 })
    expect(await asked('', `product=WST&from=${day(-3)}&to=${day(-3)}`)).toMatchObject({ realised: 30_000 })
    expect(await asked('', `product=WST&from=${day(-1)}`)).toMatchObject({ realised: 0, positions: 1 })
  })

  it('has its benchmark from its first day on, also where nothing was held yet', async () => {
    const points = async (query: string) => (await asked('/graph', query)).data
    const later = await points(`product=WST&from=${day(-6)}`)
    expect(later[0]).toMatchObject({ date: day(-6), portfolio: 0, index: 0 })
    // From the day of purchase, as without a first day, and one market day more.
    expect(later.map(({ date }: { date: string }) => date).slice(1)).toEqual(
      (await points('product=WST')).map(({ date }: { date: string }) => date),
    )
    const dated = await points(`product=WST&from=${day(-4)}`)
    expect(dated[0].date).toBe(day(-4))
    expect((await points(`product=EMT&from=${day(-5)}`))[0]).toMatchObject({ date: day(-5), portfolio: 0, index: 10 })
  })

  it('that ends before it begins has nothing', async () => {
    const none = `from=${day(-1)}&to=${day(-2)}`
    expect(await asked('', none)).toMatchObject({
      ...{ positions: 0, open: 0, closed: 0, win_rate: null, twr: null, annualised: null, drawdown: null },
      ...{ realised: 0, unrealised: 0, holding_days: null, from: day(-1), to: day(-2) },
    })
    expect(await asked('', `from=${day(1)}`)).toMatchObject({ positions: 0, realised: 0, unrealised: 0 })
    expect(await asked('/graph', none)).toEqual({ data: [], is_index: false })
    for (const list of ['/top-profit', '/top-loss']) expect((await asked(list, none)).data).toEqual([])
    for (const { n } of (await asked('/recommendation', none)).data) expect(n).toBe(0)
  })

  it('of a year has the annual return of its days, from its first one on', async () => {
    const { twr, annualised } = await asked('', `product=WST&from=${day(-400)}`)
    expect(annualised).toBeCloseTo(((1 + twr / 100) ** (365 / 400) - 1) * 100, 1)
  })

  it('has gains and wins of its own days, whatever came before', async () => {
    // 1,000 shares at 1,000, worth 1,500 when the period begins; 400 are sold at 1,400, 600 are left at 1,350.
    const fallen = await stock('FFFF', -6, [1_000, 1_500, 1_400, 1_400, 1_350, 1_350])
    await hold(fallen, 'EMV', 'Super', [-6, 'buy', 1_000, 1_000], [-4, 'sell', 400, 1_400])
    const lists = async (query: string) => {
      const [profit, loss] = await Promise.all(['/top-profit', '/top-loss'].map((list) => asked(list, `category=Super&${query}`)))
      return [profit, loss].map(({ data }) =>
        data.map((row: Record<string, unknown>) => [row.stock_code, row.purchases, row.amount, row.gain]),
      )
    }
    expect(await lists('')).toEqual([[['FFFF', 1_000_000, 370_000, 37]], []])
    // 600 * 1,350 + 400 * 1,400 - 1,000 * 1,500 = -130,000
    expect(await lists(`from=${day(-4)}`)).toEqual([[], [['FFFF', 1_500_000, -130_000, -8.67]]])
    expect(await lists(`from=${day(-3)}&to=${day(-3)}`)).toEqual([[], []])
    // Gains 100,000 by the first sale, and loses 10,000 by the closing one.
    const closed = await stock('GGGG', -6, [1_000, 2_000, 1_000, 1_000, 900, 900])
    await hold(closed, 'EMT', 'Super', [-6, 'buy', 200, 1_000], [-5, 'sell', 100, 2_000], [-2, 'sell', 100, 900])
    expect(await asked('', 'category=Super&product=EMT')).toMatchObject({ closed: 1, realised: 90_000, win_rate: 100 })
    expect(await asked('', `category=Super&product=EMT&from=${day(-3)}`)).toMatchObject({ closed: 1, realised: -10_000, win_rate: 0 })
  })
})
