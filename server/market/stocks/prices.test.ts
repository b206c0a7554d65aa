import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adjusted } from '#contract/market/adjusted-prices.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { benchmarkFactors } from './benchmark.ts'
import { lastPrice, pricesOf } from './prices.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
})
afterAll(() => test.close())

const at = (time: string) => new Date(`${time}+07:00`)

it('a day is measured against its previous, not against the close before a split', async () => {
  const { db } = test.platform.database
  const [amor] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'AMOR'))
  const rows = await pricesOf(db, amor?.id ?? 0)
  const day = rows.find(({ date }) => date === '2021-12-08')
  expect(day && ((day.close / day.previous - 1) * 100).toFixed(2)).toBe('-4.05')
  expect(day?.before && ((day.close / day.before - 1) * 100).toFixed(2)).toBe('-52.03')
  const made = adjusted(rows)
  const [before, after] = [made.findLast(({ date }) => date < '2021-12-08'), made.find(({ date }) => date === '2021-12-08')]
  expect(before?.close).toBe(after?.previous)
})

it('lastPrice returns the newest price with adjusted extremes', async () => {
  const { db } = test.platform.database
  expect(await lastPrice(db, 'AMOR', at('2021-12-31T12:00:00'))).toMatchObject({
    code: 'AMOR',
    close: 1870,
    low_all_time: 1710,
    high_all_time: 2150,
    date: '2021-12-30',
    provisional: false,
    stale: false,
  })
  expect(await lastPrice(db, 'AMOR', at('2021-12-30T16:14:00'))).toMatchObject({ provisional: true })
  expect(await lastPrice(db, 'AMOR', at('2021-12-30T16:15:00'))).toMatchObject({ provisional: false })
  expect(await lastPrice(db, 'AMOR', at('2022-01-06T12:00:00'))).toMatchObject({ stale: false })
  expect(await lastPrice(db, 'AMOR', at('2022-01-07T12:00:00'))).toMatchObject({ stale: true })
  expect(await lastPrice(db, 'NONE', at('2021-12-31T12:00:00'))).toBeNull()
  expect(await lastPrice(db, 'AADI', at('2021-12-31T12:00:00'))).toMatchObject({ close: null, date: null, band: null })
})

it('benchmarkFactors weights all stocks, and moves like the exchange', async () => {
  const factors = await benchmarkFactors(test.platform.database.db, '2021-12-03', '2021-12-30')
  expect(factors.reduce((index, { factor }) => index * factor, 100).toFixed(4)).toBe('101.1716')
})
