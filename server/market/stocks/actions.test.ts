import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import { stockActions, stockPrices, stocks } from '#server/db/tables/stock.ts'
import { insertRows } from '#server/demo/base/rows.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { detectActions } from './actions.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
})
afterAll(() => test.close())

const found = () =>
  test.platform.database.db
    .select({ code: stocks.code, date: stockActions.date, kind: stockActions.kind })
    .from(stockActions)
    .innerJoin(stocks, eq(stocks.id, stockActions.stock_id))
    .orderBy(stocks.code)

it('the prices of the exchange have untraded days', async () => {
  const { db } = test.platform.database
  const [count] = await db
    .select({ rows: sql<number>`count(*)::int`, untraded: sql<number>`(count(*) filter (where volume = 0))::int` })
    .from(stockPrices)
  expect(count).toEqual({ rows: 15_218, untraded: 1_443 })
})

it('detectActions finds six actions in them, one of them a split', async () => {
  const actions = await found()
  expect(actions).toHaveLength(6)
  expect(actions.filter(({ kind }) => kind === 'split')).toEqual([{ code: 'AMOR', date: '2021-12-08', kind: 'split' }])
})

it('detectActions proposes nothing after a trading day lost for all stocks', async () => {
  const { db } = test.platform.database
  const lost = await db.select().from(stockPrices).where(eq(stockPrices.date, '2021-12-14'))
  await db.delete(stockPrices).where(eq(stockPrices.date, '2021-12-14'))
  await detectActions(db, null)
  expect((await found()).filter(({ date }) => date === '2021-12-15')).toEqual([])
  await insertRows(db, stockPrices, lost)
  await detectActions(db, null)
  expect(await found()).toHaveLength(6)
})

it('detectActions drops what a corrected price no longer shows, except confirmed actions', async () => {
  const { db } = test.platform.database
  const [amor] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'AMOR'))
  const [aldo] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'ALDO'))
  if (!amor || !aldo) throw new Error('not listed')
  await db.update(stockActions).set({ confirmed_at: new Date().toISOString() }).where(eq(stockActions.stock_id, amor.id))
  for (const { id } of [amor, aldo])
    await db.execute(sql`update stock_prices as row set previous = before.close from stock_prices as before
      where row.stock_id = ${id} and before.stock_id = row.stock_id and before.date = (select max(date) from stock_prices where date < row.date)`)
  await detectActions(db, [amor.id, aldo.id])
  const codes = (await found()).map(({ code }) => code)
  expect(codes).toContain('AMOR')
  expect(codes).not.toContain('ALDO')
  expect(codes).toHaveLength(5)
})

it('detectActions takes a day after a gap for no action', async () => {
  const { db } = test.platform.database
  const [bbca] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, 'BBCA'))
  if (!bbca) throw new Error('not listed')
  const day = { high: 5, low: 5, close: 5, volume: 100, stock_id: bbca.id }
  await db.delete(stockPrices).where(eq(stockPrices.stock_id, bbca.id))
  await db.insert(stockPrices).values([
    { ...day, date: '2021-12-06', previous: 5 },
    { ...day, date: addDays('2021-12-06', 2), previous: 10 },
  ])
  await detectActions(db, [bbca.id])
  expect((await found()).map(({ code }) => code)).not.toContain('BBCA')
})
