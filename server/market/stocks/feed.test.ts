import { createServer, type Server } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekdayOf, wibDay } from '#contract/lib/wib.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { freePort } from '#tests/support/ports.ts'
import { fetchFeed, priceFeed, readFeed } from './feed.ts'

let test: TestPlatform
let stock = 0
const today = wibDay(new Date())
const monday = addDays(today, -7 - weekdayOf(today))
const row = { code: 'FEED', date: monday, previous: 100, high: 110, low: 95, close: 105, volume: 10 }
let server: Server
let source = ''
/** Responses of the source in turn; the last repeats. */
let answers: { status: number; body: string }[] = []
let asked = 0

beforeAll(async () => {
  const port = await freePort()
  source = `http://127.0.0.1:${port}/today`
  server = createServer((_, response) => {
    const { status = 404, body = '' } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {}
    asked += 1
    response.writeHead(status, { 'retry-after': '0' }).end(body)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  test = await testPlatform()
  const { db } = test.platform.database
  const [sector] = await db.insert(stockSectors).values({ name: 'Energy' }).returning()
  const [made] = await db
    .insert(stocks)
    .values({ code: 'FEED', company_name: 'PT Feed', sector_id: sector?.id ?? 0 })
    .returning()
  stock = made?.id ?? 0
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await test.close()
})

async function run(body: string, status = 200) {
  answers = [{ status, body }]
  const { database } = test.platform
  const kind = priceFeed(source)
  await database.transaction((tx) => enqueue(database, tx, kind, {}))
  await createRunner(test.platform, [kind]).idle()
}
const prices = () => test.platform.database.db.select().from(stockPrices).where(eq(stockPrices.stock_id, stock))

it('readFeed reads lists, rows under a name, and separated values', () => {
  const csv = 'code,date,previous,high,low,close,volume\nFEED,2026-11-20,100,110,95,105,10'
  for (const text of [JSON.stringify([row]), JSON.stringify({ rows: [row] }), csv]) expect(readFeed(text)).toHaveLength(1)
  expect(() => readFeed('{"a":1}')).toThrow()
})

it('the price feed stores rows once, however often they come', async () => {
  await run(JSON.stringify([row]))
  await run(JSON.stringify([row, row]))
  expect(await prices()).toMatchObject([{ date: monday, close: 105 }])
})

it('the price feed keeps old prices when the source fails, and reports why', async () => {
  await run('Bad gateway', 502)
  await run('<html>')
  expect(await prices()).toMatchObject([{ date: monday, close: 105 }])
  const failed = (await test.platform.database.db.select().from(jobs)).filter(({ attempts, state }) => attempts > 0 && state !== 'done')
  expect(failed).toHaveLength(2)
  answers = [{ status: 502, body: '' }]
  await expect(fetchFeed(source)).rejects.toThrow('The price source answered 502.')
})

it('the price feed retries a short failure, and refuses a response that is too large', async () => {
  asked = 0
  answers = [
    { status: 503, body: '' },
    { status: 200, body: JSON.stringify([row]) },
  ]
  expect([(await fetchFeed(source)).length, asked]).toEqual([1, 2])
  answers = [{ status: 200, body: 'x'.repeat(21_000_000) }]
  await expect(fetchFeed(source)).rejects.toThrow('more than 20 MB')
})
