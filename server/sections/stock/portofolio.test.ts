import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { createApp } from '#server/app.ts'
import { exchangeHolidays, stockActions, stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let sector = 0
let made = 0
const today = wibDay(new Date())
const day = (days: number) => addDays(today, days)

beforeAll(async () => {
  test = await testPlatform()
  const [row] = await test.platform.database.db.insert(stockSectors).values({ name: 'Held' }).returning()
  sector = row?.id ?? 0
  const permissions = ['get', 'create', 'update', 'delete'].map((action) => `${action} stock`)
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, permissions))
})
afterAll(() => test.close())

async function stock({ close = 950, delisted_on = null }: { close?: number; delisted_on?: string | null } = {}) {
  const { db } = test.platform.database
  const code = `H${[26 * 26, 26, 1].map((by) => String.fromCharCode(65 + (Math.floor(made / by) % 26))).join('')}`
  made += 1
  const [row] = await db
    .insert(stocks)
    .values({ code, company_name: `PT ${code}`, sector_id: sector, delisted_on })
    .returning()
  const id = row?.id ?? 0
  await db.insert(stockPrices).values({ stock_id: id, date: day(-1), previous: close, high: close, low: close, close, volume: 100 })
  return { id, code }
}

type Given = [days: number, side: 'buy' | 'sell', shares: number, price: number]
const tradesOf = (...given: Given[]) => given.map(([days, side, shares, price]) => ({ date: day(days), side, shares, price }))
const bought = tradesOf([-9, 'buy', 1000, 1000], [-8, 'buy', 1000, 800])
const { path } = portofolio
const hold = (stock_id: number, trades = bought, over: Record<string, unknown> = {}) =>
  ask('POST', path, { stock_id, product: 'EMT', trades, ...over })
/** Returns the open positions in a stock. */
const open = async (code: string) => (await ask('GET', `${path}/${code}/code`)).body.data
/** Error codes by field. */
const problemsOf = ({ status, body }: Awaited<ReturnType<TestRequest>>) => {
  const found: Record<string, { code: string }> = body.fields ?? {}
  return [status, Object.fromEntries(Object.entries(found).map(([field, { code }]) => [field, code]))]
}

describe('a position', () => {
  it('tells what is held, its average and what it gained, gross', async () => {
    const { id, code } = await stock()
    const trades = [...bought, ...tradesOf([-2, 'sell', 500, 1100])]
    const { status, body } = await hold(id, trades)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ held: 1500, average: 900, realised: 100_000, unrealised: 75_000, gain: 9.72, last_sale: 1100 })
    expect(await open(code.toLowerCase())).toMatchObject([{ id: body.data.id, is_open: true, has_sales: true, opened_on: day(-9) }])
    expect((await ask('GET', `${path}/NONE/code`)).status).toBe(404)
  })

  it('follows a split once a person confirmed it', async () => {
    const { db } = test.platform.database
    const { id, code } = await stock({ close: 1895 })
    await hold(id, tradesOf([-9, 'buy', 500, 3950]), { target: 4400, stop_loss: 3800 })
    const split = { stock_id: id, date: day(-5), kind: 'split', numerator: 1975, denominator: 3950 }
    const [action] = await db.insert(stockActions).values(split).returning()
    expect(await open(code)).toMatchObject([{ average: 3950, gain: -52.03 }])
    for (const _ of [1, 2]) expect((await ask('PUT', `/emitten/in/v1/stock-actions/${action?.id}/confirm`, {})).status).toBe(200)
    expect(await open(code)).toMatchObject([{ held: 1000, average: 1975, gain: -4.05, target: 2200, stop_loss: 1900, version: 2 }])
  })

  it('is one in a product until all of it is sold', async () => {
    const { id, code } = await stock()
    const first = (await hold(id)).body.data
    expect(problemsOf(await hold(id))).toEqual([422, { stock_id: 'open_position' }])
    expect((await hold(id, bought, { product: 'WST' })).status).toBe(201)
    const all = [...first.trades, ...tradesOf([-1, 'sell', 2000, 1000])]
    const sold = await ask('PUT', `${path}/${first.id}`, { ...first, option: 'sell', trades: all })
    expect(sold.body.data).toMatchObject({ held: 0, average: null, realised: 200_000, closed_on: day(-1), is_open: false })
    expect((await hold(id)).status).toBe(201)
    expect((await open(code)).length).toBe(2)
  })

  it('takes only what its option says', async () => {
    const { id } = await stock()
    const first = (await hold(id)).body.data
    const put = (option: string, trades: unknown) => ask('PUT', `${path}/${first.id}`, { ...first, option, trades })
    const [sale, more] = [tradesOf([-1, 'sell', 500, 1000]), tradesOf([-1, 'buy', 500, 1000])]
    for (const [option, added] of [
      ['sell', more],
      ['average', sale],
      ['note', more],
    ] as const)
      expect(problemsOf(await put(option, [...first.trades, ...added]))).toEqual([422, { option: 'other_trades' }])
    expect(problemsOf(await put('sell', sale))).toEqual([422, { option: 'other_trades' }])
    expect((await put('average', [...first.trades, ...more])).body.data).toMatchObject({ held: 2500 })
  })

  it('refuses what nobody could have traded', async () => {
    const { id } = await stock()
    const refused = async (...given: Given[]) => problemsOf(await hold(id, tradesOf(...given)))
    expect(await refused([1, 'buy', 100, 1000])).toEqual([422, { 'trades.0.date': 'future' }])
    expect(await refused([-1, 'buy', 100, 1001])).toEqual([422, { 'trades.0.price': 'tick' }])
    expect(await refused([-1, 'buy', 150, 1000])).toEqual([422, { 'trades.0.shares': 'whole_lots' }])
    expect(await refused([-2, 'buy', 100, 1000], [-1, 'sell', 200, 1000])).toEqual([422, { 'trades.1.shares': 'oversold' }])
    expect(await refused([-3, 'buy', 100, 1000], [-2, 'sell', 100, 1000], [-1, 'buy', 100, 1000])).toEqual([
      422,
      { 'trades.2.date': 'closed' },
    ])
    const gone = await stock({ delisted_on: day(-5) })
    expect(problemsOf(await hold(gone.id, tradesOf([-4, 'buy', 100, 1000])))).toEqual([422, { stock_id: 'delisted' }])
    const sold = await hold(gone.id, tradesOf([-6, 'buy', 100, 1000], [-4, 'sell', 100, 1000]))
    expect(sold.status).toBe(201)
  })

  it('is stored with warnings of days without trading and of prices far from those of the day, which follow the prices', async () => {
    const { db } = test.platform.database
    const { id } = await stock()
    // A Tuesday, a holiday, and the Saturday after.
    await db.insert(exchangeHolidays).values({ date: '2026-06-16' })
    const row = { stock_id: id, previous: 1000, high: 1050, low: 1000, close: 1000, volume: 100 }
    await db.insert(stockPrices).values([
      { ...row, date: '2026-06-17' },
      { ...row, date: '2026-06-18', high: 0, low: 0, volume: 0 },
    ])
    const trades = (
      [
        ['2026-06-16', 1000],
        ['2026-06-17', 1040],
        ['2026-06-17', 2000],
        ['2026-06-18', 1000],
        ['2026-06-19', 1000],
        ['2026-06-20', 1000],
      ] as const
    ).map(([date, price]) => ({ date, price, side: 'buy' as const, shares: 100 }))
    const { status, body } = await hold(id, trades)
    expect(status).toBe(201)
    const found = ({ warnings }: { warnings: { field: string; code: string }[] }) => warnings.map(({ field, code }) => [field, code])
    const expected = [
      ['trades.0.date', 'exchange_closed'],
      ['trades.2.price', 'far_price'],
      ['trades.3.date', 'not_traded'],
      ['trades.5.date', 'exchange_closed'],
    ]
    expect(found(body.data)).toEqual(expected)
    expect(body.data.warnings[1]).toEqual({
      ...{ field: 'trades.2.price', code: 'far_price', low: 1000, high: 1050 },
      message: 'Far from the prices of this day, 1000 to 1050',
    })
    const one = async () => (await ask('GET', `${path}/${body.data.id}`)).body.data
    expect(found(await one())).toEqual(expected)
    await db.insert(stockPrices).values({ ...row, date: '2026-06-19', previous: 9000, high: 9100, low: 9000, close: 9000 })
    expect(found(await one())).toContainEqual(['trades.4.price', 'far_price'])
    // Read-only.
    const note = await ask('PUT', `${path}/${body.data.id}`, { ...(await one()), option: 'note', notes: 'Dicatat', warnings: [] })
    expect([note.status, note.body.data.warnings.length]).toEqual([200, 5])
  })

  it('leaves no figure while it is in the trash, and comes back only while no other is open', async () => {
    const { id, code } = await stock()
    const first = (await hold(id)).body.data
    expect((await ask('DELETE', path, { ids: [first.id] })).status).toBe(200)
    expect(await open(code)).toEqual([])
    const second = (await hold(id)).body.data
    expect(problemsOf(await ask('PUT', `${path}/restore/${first.id}`, {}))).toEqual([422, { stock_id: 'open_position' }])
    await ask('DELETE', path, { ids: [second.id] })
    expect((await ask('PUT', `${path}/restore/${first.id}`, {})).status).toBe(200)
    expect((await ask('DELETE', `${path}/trashed`, { ids: [second.id] })).status).toBe(200)
    const trashed = (await ask('GET', `${path}/trashed`)).body.data
    expect(trashed.filter((row: { stock_code: string }) => row.stock_code === code)).toEqual([])
    expect(await open(code)).toMatchObject([{ id: first.id, average: 900 }])
  })

  it('is bought by one of two who buy at once', async () => {
    const { id } = await stock()
    const answers = await Promise.all([hold(id), hold(id), hold(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
})
