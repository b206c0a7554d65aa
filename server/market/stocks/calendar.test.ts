import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exchangeHolidays, stockActions, stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { startCalendar } from './calendar.ts'
import { lastPrice, pricesOf } from './prices.ts'
import { storePrices } from './store-prices.ts'
import { countTradingDays, gapsOf } from './trading-days.ts'

let test: TestPlatform
const db = () => test.platform.database.db
const at = (time: string) => new Date(`${time}T12:00:00+07:00`)

/** The platform with other settings. */
const configured = (over: Partial<Platform['settings']>): Platform => ({
  ...test.platform,
  settings: { ...test.platform.settings, ...over },
})

describe('the prices of the exchange', () => {
  beforeAll(async () => {
    test = await testPlatform()
    await startCalendar(test.platform)
    await fillExchange(db(), '2021-12-31T12:00:00+07:00')
  })
  afterAll(() => test.close())

  it('have no gap in their twenty days, and six actions', async () => {
    const [bbca] = await db().select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'BBCA'))
    expect(await gapsOf(db(), bbca?.id ?? 0, '2021-12-03', '2021-12-30')).toEqual([])
    expect(await db().select().from(stockActions)).toHaveLength(6)
    expect(await countTradingDays(db(), '2021-12-02', '2021-12-30')).toBe(20)
  })

  it('are old after five trading days, of which the last day of the year is none', async () => {
    expect(await lastPrice(db(), 'AMOR', at('2022-01-07'))).toMatchObject({ stale: false })
    expect(await lastPrice(db(), 'AMOR', at('2022-01-10'))).toMatchObject({ stale: true })
  })

  it('propose nothing more where a whole day of every stock is lost, and the split again when it comes late', async () => {
    const lost = await db().select().from(stockPrices).where(eq(stockPrices.date, '2021-12-07'))
    const codes = new Map((await db().select({ id: stocks.id, code: stocks.code }).from(stocks)).map(({ id, code }) => [id, code]))
    const found = async () => (await db().select().from(stockActions)).map(({ stock_id, date }) => `${codes.get(stock_id)} ${date}`).sort()
    const proposed = await found()
    expect(proposed).toContain('AMOR 2021-12-08')
    await db().delete(stockPrices).where(eq(stockPrices.date, '2021-12-07'))
    await startCalendar(configured({ exchangeClosedOn: ['2030-01-01'] }))
    expect(await found()).toEqual(proposed.filter((each) => !/2021-12-0[78]$/.test(each)))
    const [amor] = [...codes].find(([, code]) => code === 'AMOR') ?? [0]
    expect((await pricesOf(db(), amor)).find(({ date }) => date === '2021-12-08')?.before).toBeNull()
    const raws = lost.map(({ stock_id, ...price }, index) => ({ row: index + 1, code: codes.get(stock_id), ...price }))
    await test.platform.database.transaction((tx) => storePrices(test.platform, tx, raws))
    expect(await found()).toEqual(proposed)
  })
})

describe('a calendar', () => {
  let id = 0
  beforeAll(async () => {
    test = await testPlatform()
    const [sector] = await db().insert(stockSectors).values({ name: 'Energy' }).returning()
    const [stock] = await db()
      .insert(stocks)
      .values({ code: 'LIBR', company_name: 'PT Libur', sector_id: sector?.id ?? 0 })
      .returning()
    id = stock?.id ?? 0
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await db().delete(stockPrices)
    await db().delete(exchangeHolidays)
  })

  const day = (date: string, previous: number, close: number) => ({
    ...{ stock_id: id, date, previous, high: close, low: close, close, volume: 100 },
  })
  const actions = async () => (await db().select().from(stockActions)).map(({ date, kind }) => `${date} ${kind}`)

  it('takes the day before a holiday and a weekend for the trading day before', async () => {
    // A Thursday; until Tuesday: Good Friday, the weekend, and no holiday.
    await db()
      .insert(stockPrices)
      .values([day('2026-04-02', 1000, 1000), day('2026-04-06', 500, 500)])
    await startCalendar(test.platform)
    expect(await actions()).toEqual(['2026-04-06 split'])
    expect(await gapsOf(db(), id, '2026-04-02', '2026-04-07')).toEqual([{ from: '2026-04-07', to: '2026-04-07', of_all: true }])
  })

  it('says of each gap from when to when it is, over weekends, and whether it is that of every stock', async () => {
    await startCalendar(test.platform)
    await db()
      .insert(stockPrices)
      .values([day('2026-06-03', 1000, 1000), day('2026-06-11', 1000, 1000)])
    const [other] = await db()
      .insert(stocks)
      .values({ code: 'LAIN', company_name: 'PT Lain', sector_id: sql`(select min(id) from stock_sectors)` })
      .returning()
    await db()
      .insert(stockPrices)
      .values({ ...day('2026-06-09', 1000, 1000), stock_id: other?.id ?? 0 })
    expect(await gapsOf(db(), id, '2026-06-03', '2026-06-11')).toEqual([
      { from: '2026-06-10', to: '2026-06-10', of_all: true },
      { from: '2026-06-09', to: '2026-06-09', of_all: false },
      { from: '2026-06-04', to: '2026-06-08', of_all: true },
    ])
  })

  it('that is corrected is followed at the next start: a day more or less that the exchange is closed', async () => {
    await db()
      .insert(stockPrices)
      .values([day('2027-02-05', 1000, 1000), day('2027-02-09', 500, 500)])
    await startCalendar(test.platform)
    expect(await actions()).toEqual([])
    await startCalendar(configured({ exchangeClosedOn: ['2027-02-08'] }))
    expect(await actions()).toEqual(['2027-02-09 split'])
    await startCalendar(configured({ exchangeClosedOn: ['2027-02-08'], exchangeOpenOn: ['2027-02-08'] }))
    expect(await actions()).toEqual([])
  })

  it('does not hide a row of a day that it takes for a holiday', async () => {
    await db()
      .insert(stockPrices)
      .values([day('2026-12-23', 1000, 1000), day('2026-12-24', 1000, 900), day('2026-12-28', 900, 900)])
    await startCalendar(test.platform)
    expect(await actions()).toEqual([])
    expect((await pricesOf(db(), id)).map(({ before }) => before)).toEqual([null, 1000, 900])
  })
})
