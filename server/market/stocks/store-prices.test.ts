import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekdayOf, wibDay } from '#contract/lib/wib.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { createApp } from '#server/app.ts'
import { sectionChanged } from '#server/db/signals.ts'
import { indexPrices, stockActions, stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { benchmarkFactors } from './benchmark.ts'

let test: TestPlatform
let ask: TestRequest
let reader: TestRequest
const path = '/emitten/in/v1/stock-prices/import'
/** Monday of last week, all of whose days are over. */
const today = wibDay(new Date())
const monday = addDays(today, -7 - weekdayOf(today))
const day = (days: number) => addDays(monday, days)

beforeAll(async () => {
  test = await testPlatform()
  const { db } = test.platform.database
  const [sector] = await db.insert(stockSectors).values({ name: 'Energy' }).returning()
  const sector_id = sector?.id ?? 0
  await db.insert(stocks).values(['AAAA', 'BBBB', 'CCCC'].map((code) => ({ code, company_name: `PT ${code}`, sector_id })))
  const app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get stock', 'create stock', 'update stock']))
  reader = requestAs(app, await makePerson(test.platform, ['get stock']))
})
afterAll(() => test.close())

const price = (code: string, date: string, over: Record<string, unknown> = {}) => ({
  ...{ code, date, previous: 4170, high: 4180, low: 4150, close: 4170, volume: 1_000 },
  ...over,
})
const send = (rows: unknown[], more: Record<string, unknown> = {}) => ask('POST', path, { rows, ...more })
const idOf = async (code: string) => (await test.platform.database.db.select().from(stocks).where(eq(stocks.code, code)))[0]?.id ?? 0
const rowsOf = async (code: string) =>
  test.platform.database.db
    .select()
    .from(stockPrices)
    .where(eq(stockPrices.stock_id, await idOf(code)))

it('storePrices stores good rows, names errors of others, and finds repeated rows unchanged', async () => {
  const rows = [price('AAAA', day(0)), price('ZZZZ', day(0)), price('aaaa.jk', day(1), { close: 0 }), price('AAAA', day(5))]
  const first = await send(rows)
  expect(first).toMatchObject({ status: 200, body: { created: 1, updated: 0, unchanged: 0, refused: 3 } })
  expect(first.body.verdicts.map((each: { problem: string }) => each.problem)).toEqual([null, 'unknown_reference', 'min_value', 'weekend'])
  expect((await send(rows)).body).toMatchObject({ created: 0, unchanged: 1, refused: 3 })
  expect((await send([price('AAAA', day(0), { close: 4160 })])).body).toMatchObject({ updated: 1 })
  expect((await rowsOf('AAAA')).map(({ close }) => close)).toEqual([4160])
})

it('storePrices takes a repeated row once, and refuses a conflicting one', async () => {
  const { body } = await send([price('AAAA', day(1)), price('AAAA', day(1)), price('AAAA', day(1), { close: 4155 })])
  expect(body).toMatchObject({ created: 1, unchanged: 1, refused: 1 })
  expect(body.verdicts[2]).toMatchObject({ problem: 'duplicate' })
})

it('storePrices stores the index of the exchange apart, in points', async () => {
  const composite = (date: string, close: number) => price('COMPOSITE', date, { previous: 7_000.5, high: 7_100, low: 6_990.25, close })
  const { db } = test.platform.database
  expect((await send([composite(day(0), 7_035.5)], { dry_run: true })).body).toMatchObject({ created: 1, refused: 0 })
  expect(await db.select().from(indexPrices)).toEqual([])
  const twice = [composite(day(0), 7_035.5), composite(day(0), 7_035.5), composite(day(0), 7_036)]
  expect((await send(twice)).body).toMatchObject({ created: 1, unchanged: 1, refused: 1 })
  expect((await send([composite(day(0), 7_035.75)])).body).toMatchObject({ updated: 1 })
  expect(await db.select().from(indexPrices)).toEqual([{ date: day(0), previous: 7_000.5, close: 7_035.75 }])
  const [found] = await benchmarkFactors(db, day(0), day(0))
  expect(found).toEqual({ date: day(0), factor: 7_035.75 / 7_000.5, is_index: true })
})

it('a dry run reports the same and stores nothing', async () => {
  expect((await send([price('BBBB', day(0))], { dry_run: true })).body).toMatchObject({ created: 1 })
  expect(await rowsOf('BBBB')).toEqual([])
})

it('the import reads separated values, and refuses a text that is no table of prices', async () => {
  const csv = `kode;tanggal;sebelumnya;tertinggi;terendah;penutupan;volume\nBBBB;${day(0)};4.170;4.180;4.150;4.170;1.000`
  expect((await ask('POST', path, { csv })).body).toMatchObject({ created: 1, verdicts: [{ row: 2, code: 'BBBB' }] })
  expect((await ask('POST', path, { csv: 'a,b\n1,2' })).body.fields).toMatchObject({ csv: { code: 'type' } })
  expect((await ask('POST', path, {})).body.fields).toMatchObject({ rows: { code: 'required' } })
})

it('the import needs the permission to create stocks', async () => {
  expect((await reader('POST', path, { rows: [price('AAAA', day(2))] })).status).toBe(403)
})

it('proposes a split and fires the alert that was reached, once', async () => {
  await send([price('CCCC', day(0))])
  const body = formOf(analysis.fields, {
    title: 'Peringatan',
    stock_id: await idOf('CCCC'),
    body: '<p>-</p>',
    status: 'draft',
    audience: ['emt'],
    alert_price: 4200,
  })
  const { id } = (await ask('POST', analysis.path, body)).body.data
  const state = async () => (await ask('GET', `${analysis.path}/${id}`)).body.data
  expect((await send([price('CCCC', day(1), { volume: 0, high: 0, low: 0 })])).body).toMatchObject({ created: 1, alerts: 0 })
  // Halved: the day's 2,100 equals 4,200.
  const halved = { previous: 2085, high: 2090, low: 2050, close: 2080 }
  expect((await send([price('CCCC', day(2), halved)])).body).toMatchObject({ created: 1, alerts: 0 })
  const actions = await test.platform.database.db
    .select()
    .from(stockActions)
    .where(eq(stockActions.stock_id, await idOf('CCCC')))
  expect(actions).toMatchObject([{ kind: 'split', date: day(2), confirmed_at: null }])
  expect(await state()).toMatchObject({ alert_level: 2100, is_alerted: false })
  const risen = price('CCCC', day(3), { previous: 2080, high: 2110, low: 2080, close: 2100 })
  expect((await send([risen])).body).toMatchObject({ alerts: 1 })
  expect((await send([risen])).body).toMatchObject({ unchanged: 1, alerts: 0 })
  expect(await state()).toMatchObject({ alert_fired_on: day(3), is_alerted: true })
})

it('the prices of a stock include a proposed split, which a person confirms once', async () => {
  const shown = async () => (await ask('GET', '/emitten/in/v1/stock-prices/CCCC')).body
  const { prices, actions } = await shown()
  expect(prices.map(({ close, before }: { close: number; before: number | null }) => [close, before])).toEqual([
    [4170, null],
    [4170, 4170],
    [2080, 4170],
    [2100, 2080],
  ])
  const confirmPath = `/emitten/in/v1/stock-actions/${actions[0].id}/confirm`
  expect((await reader('PUT', confirmPath, {})).status).toBe(403)
  expect((await ask('PUT', confirmPath, {})).status).toBe(200)
  const [confirmed] = (await shown()).actions
  expect(confirmed.confirmed_by).not.toBeNull()
  await ask('PUT', confirmPath, {})
  expect((await shown()).actions).toEqual([confirmed])
  expect((await ask('PUT', '/emitten/in/v1/stock-actions/999/confirm', {})).status).toBe(404)
  expect((await ask('GET', '/emitten/in/v1/stock-prices/ZZZZ')).status).toBe(404)
})

it('an import of prices publishes changed lists once, and none without changes', async () => {
  const changed: string[] = []
  await test.platform.database.listen(sectionChanged, (section) => changed.push(section))
  const rows = [price('AAAA', day(4), { close: 4160 }), price('BBBB', day(4)), price('CCCC', day(4))]
  expect((await send(rows)).status).toBe(200)
  expect(changed.filter((section) => section !== 'analysis').sort()).toEqual(['portofolio', 'recommendation', 'stock'])
  expect(changed).toContain('analysis')
  changed.length = 0
  await send(rows)
  expect(changed).toEqual([])
})
