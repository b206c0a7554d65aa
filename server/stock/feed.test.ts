import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekdayOf, wibDay } from '#contract/lib/wib.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/stock.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fetchFeed, priceFeed, readFeed } from './feed.ts'

let test: TestPlatform
let stock = 0
const today = wibDay(new Date())
const monday = addDays(today, -7 - weekdayOf(today))
const row = { code: 'FEED', date: monday, previous: 100, high: 110, low: 95, close: 105, volume: 10 }
const answer =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

beforeAll(async () => {
  test = await testPlatform()
  const { db } = test.platform.database
  const [sector] = await db.insert(stockSectors).values({ name: 'Energy' }).returning()
  const [made] = await db
    .insert(stocks)
    .values({ code: 'FEED', company_name: 'PT Feed', sector_id: sector?.id ?? 0 })
    .returning()
  stock = made?.id ?? 0
})
afterAll(() => test.close())

async function run(body: string, status?: number) {
  const { database } = test.platform
  const kind = priceFeed('https://prices.test/today', answer(body, status))
  await database.transaction((tx) => enqueue(database, tx, kind, {}))
  await createRunner(test.platform, [kind]).idle()
}
const prices = () => test.platform.database.db.select().from(stockPrices).where(eq(stockPrices.stock_id, stock))

it('reads lists, rows under a name, and separated values', () => {
  const csv = 'code,date,previous,high,low,close,volume\nFEED,2026-11-20,100,110,95,105,10'
  for (const text of [JSON.stringify([row]), JSON.stringify({ rows: [row] }), csv]) expect(readFeed(text)).toHaveLength(1)
  expect(() => readFeed('{"a":1}')).toThrow()
})

it('stores what came once, however often it comes', async () => {
  await run(JSON.stringify([row]))
  await run(JSON.stringify([row, row]))
  expect(await prices()).toMatchObject([{ date: monday, close: 105 }])
})

it('keeps the old prices when the source is down or sends something else, and says why', async () => {
  await run('Bad gateway', 502)
  await run('<html>')
  expect(await prices()).toMatchObject([{ date: monday, close: 105 }])
  const failed = (await test.platform.database.db.select().from(jobs)).filter(({ attempts, state }) => attempts > 0 && state !== 'done')
  expect(failed).toHaveLength(2)
  await expect(fetchFeed('https://prices.test', answer('', 502))).rejects.toThrow('The price source answered 502.')
})
