import { afterAll, beforeAll, expect, it } from 'vitest'
import { stock } from '#contract/sections/stock/stock.ts'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fillExchange } from '#tests/support/exchange.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  await fillExchange(test.platform.database.db, '2021-12-31T12:00:00+07:00')
  const may = ['get stock', 'create stock', 'update stock', 'delete stock']
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, may))
})
afterAll(() => test.close())

function form(code: string): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ code, company_name: 'PT Contoh Tbk.', sector_id: '1', board: 'Utama' }))
    data.set(name, value)
  return data
}

it('a stock keeps the code in capitals, without the ending of foreign sources, and once', async () => {
  const made = await ask('POST', stock.path, form('zzza.jk'))
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { code: 'ZZZA', stock_code: 'ZZZA', sector: { id: 1, name: 'Energy' }, is_syariah: false, last_price: null },
  ])
  const again = await ask('POST', stock.path, form('ZZZA'))
  expect([again.status, again.body.fields]).toMatchObject([422, { code: { code: 'taken' } }])
  const warrant = await ask('POST', stock.path, form('BBCA-W'))
  expect([warrant.status, warrant.body.fields]).toMatchObject([422, { code: { code: 'stock_code' } }])
})

it('a stock shows the newest close, and sorts by it', async () => {
  const amor = await ask('GET', `${stock.path}?query=search:AMOR`)
  expect(amor.body.data).toMatchObject([{ code: 'AMOR', last_price: 1870, last_price_on: '2021-12-30', sector_name: 'Financials' }])
  const sorted = await ask('GET', `${stock.path}?sort=last_price desc`)
  const prices: number[] = sorted.body.data.map(({ last_price }: { last_price: number | null }) => last_price ?? Number.POSITIVE_INFINITY)
  expect(prices).toEqual([...prices].sort((a, b) => b - a))
})

it('a sector counts its stocks, and is not deleted while it has some', async () => {
  const financials = await ask('GET', `${stockSector.path}/7`)
  expect(financials.body.data.stock_count).toBe(105)
  const removed = await ask('DELETE', stockSector.path, { ids: [7] })
  expect([removed.status, removed.body.code]).toEqual([422, 'in_use'])
})

it('the last price is returned for a code in any case, as nulls without prices, and not for an unknown code', async () => {
  const path = (code: string) => `/emitten/in/v1/stock-prices/${code}/last-price`
  expect((await ask('GET', path('amor'))).body).toMatchObject({ code: 'AMOR', close: 1870, low_all_time: 1710, high_all_time: 2150 })
  expect((await ask('GET', path('AADI'))).body).toMatchObject({ close: null, low_all_time: null, high_all_time: null })
  expect((await ask('GET', path('QQQQ'))).status).toBe(404)
})
