import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { performanceSummary } from '#contract/performance.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { createApp } from '#server/app.ts'
import { stockPicks } from '#server/db/picks.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/stock.ts'
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

it('stands beside the market, day by day', async () => {
  const { data } = await asked('/graph', 'product=EMT')
  expect(data.map(({ portfolio }: { portfolio: number }) => portfolio)).toEqual([5, 8.45, -2.15])
  const worth = (closes: number[]) => closes.reduce((sum, close) => sum + close, 0)
  const index = (worth([990, 4_200, 480]) / worth([1_050, 4_200, 500]) - 1) * 100
  expect(data.at(-1).index).toBeCloseTo(index, 2)
})

it('names what gained and what lost most', async () => {
  const codes = async (rest: string) =>
    (await asked(rest)).data.map((row: { stock_code: string; gain: number }) => [row.stock_code, row.gain])
  expect(await codes('/top-profit')).toEqual([['BBBB', 0.49]])
  expect(await codes('/top-loss')).toEqual([
    ['AAAA', -4.57],
    ['CCCC', -4],
  ])
})

it('counts recommendations that were entered, by category, but none that came late', async () => {
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
