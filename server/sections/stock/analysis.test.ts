import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { createApp } from '#server/app.ts'
import { posts } from '#server/db/tables/content.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { runAlerts } from '#server/market/stocks/alerts.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let sector = 0
let made = 0
const today = wibDay(new Date())

beforeAll(async () => {
  test = await testPlatform()
  const [row] = await test.platform.database.db.insert(stockSectors).values({ name: 'Finance' }).returning()
  sector = row?.id ?? 0
  const may = ['get', 'create', 'update', 'delete'].map((action) => `${action} stock`)
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, may))
})
afterAll(() => test.close())

async function stock(close: number | null = 4170, delisted_on: string | null = null): Promise<number> {
  const { db } = test.platform.database
  made += 1
  const code = `AN${String.fromCharCode(65 + Math.floor(made / 26), 65 + (made % 26))}`
  const values = { code, company_name: `PT ${code}`, sector_id: sector, delisted_on }
  const [row] = await db.insert(stocks).values(values).returning()
  const id = row?.id ?? 0
  if (close !== null) await price(id, -3, close, close)
  return id
}
async function price(stock_id: number, days: number, high: number, low: number, volume = 100): Promise<void> {
  const row = { stock_id, date: addDays(today, days), previous: 4170, high, low, close: low || 4170, volume }
  await test.platform.database.db.insert(stockPrices).values(row)
}
const input = (stock_id: number, over: Record<string, unknown> = {}) =>
  formOf(analysis.fields, { title: 'Menguji batas atas', stock_id, body: '<p>Naik</p>', status: 'draft', audience: ['emv'], ...over })
const add = (stock_id: number, over: Record<string, unknown> = {}) => ask('POST', analysis.path, input(stock_id, over))
const one = async (id: number) => (await ask('GET', `${analysis.path}/${id}`)).body.data
const alerts = (id: number) => {
  const { platform } = test
  return platform.database.transaction((tx) => runAlerts(platform, tx, [id], '0001-01-01'))
}
const rowsOf = async (query: string) => (await ask('GET', `${analysis.path}?query=${query}&size=100`)).body.data

it('an analysis keeps the close of the moment as its level', async () => {
  const id = await stock()
  const { body } = await add(id)
  expect(body.data).toMatchObject({ level: 4170, close_price: 4170 })
  await price(id, -2, 4300, 4250)
  expect(await one(body.data.id)).toMatchObject({ level: 4170, close_price: 4250 })
  await ask('PUT', `${analysis.path}/${body.data.id}`, input(id))
  expect(await one(body.data.id)).toMatchObject({ level: 4250 })
})

it('an analysis arms an alert, is silent on an untraded day, fires once, and is armed again by another price', async () => {
  const id = await stock()
  const { body } = await add(id, { alert_price: 4200 })
  const record = body.data.id
  expect(body.data).toMatchObject({ alert_direction: 'up', alert_level: 4200, is_alerted: false })
  await price(id, -2, 0, 0, 0)
  expect(await alerts(id)).toBe(0)
  await price(id, -1, 4230, 4180)
  expect(await alerts(id)).toBe(1)
  expect(await alerts(id)).toBe(0)
  expect(await one(record)).toMatchObject({ alert_fired_on: addDays(today, -1), is_alerted: true })
  expect((await rowsOf('is_alerted:true')).map((row: { id: number }) => row.id)).toContain(record)
  await ask('PUT', `${analysis.path}/${record}`, input(id, { alert_price: 4200, title: 'Judul lain' }))
  expect(await one(record)).toMatchObject({ is_alerted: true })
  await ask('PUT', `${analysis.path}/${record}`, input(id, { alert_price: 4100 }))
  expect(await one(record)).toMatchObject({ alert_direction: 'down', is_alerted: false })
  expect(await alerts(id)).toBe(0)
})

it('an analysis refuses an alert at the price of now, off the tick, and of a stock that left the exchange', async () => {
  const id = await stock()
  expect((await add(id, { alert_price: 4170 })).body.fields).toMatchObject({ alert_price: { code: 'alert_reached' } })
  expect((await add(id, { alert_price: 4171 })).body.fields).toMatchObject({ alert_price: { code: 'tick' } })
  const gone = await stock(4170, addDays(today, -1))
  expect((await add(gone)).body.fields).toMatchObject({ stock_id: { code: 'delisted' } })
})

it('the list of latest analyses has the newest published one of each stock', async () => {
  const id = await stock()
  const [first, second, later] = [
    await add(id, { status: 'publish' }),
    await add(id, { status: 'publish' }),
    await add(id, { status: 'publish', published_at: `${addDays(today, 2)}T09:00:00+07:00` }),
  ].map(({ body }) => body.data.id)
  await add(id)
  const latest = (await rowsOf(`is_latest:true,stock_id:${id}`)).map((row: { id: number }) => row.id)
  expect(latest).toEqual([second])
  expect([first, later]).not.toContain(latest[0])
})

it('an analysis turns its breakout in the list', async () => {
  const { body } = await add(await stock())
  const answer = await ask('PUT', `${analysis.path}/update-breakout`, { id: body.data.id, is_breakout: true })
  expect(answer).toMatchObject({ status: 200, body: { data: { is_breakout: true } } })
})

it('an analysis makes one draft post of it, and a new one where that was thrown away', async () => {
  const { db } = test.platform.database
  const { body } = await add(await stock())
  const path = `${analysis.path}/${body.data.id}/generate-post`
  const first = await ask('GET', path)
  expect(first.body).toMatchObject({ message: 'Success Generate Post' })
  const again = await ask('GET', path)
  expect(again.body).toMatchObject({ message: 'Success Generate Post', data: { post_id: first.body.data.post_id } })
  const [post] = await db.select().from(posts).where(eq(posts.id, first.body.data.post_id))
  expect(post).toMatchObject({ title: 'Menguji batas atas', status: 'draft', access: 'emv', publish_to: ['analysis'] })
  expect(await db.select().from(posts)).toHaveLength(1)
  await db.update(posts).set({ deleted_at: new Date().toISOString() })
  expect((await ask('GET', path)).body.data.post_id).not.toBe(first.body.data.post_id)
})
