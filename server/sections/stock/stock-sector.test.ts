import { afterAll, beforeAll, expect, it } from 'vitest'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get stock', 'create stock', 'update stock']))
})
afterAll(() => test.close())

it('a sector has each name and each code once, however they are written', async () => {
  const send = (values: Record<string, unknown>) => ask('POST', stockSector.path, values)
  expect((await send({ name: 'Energy', code: 'IDXENERGY', icon: 'energy' })).status).toBe(201)
  const name = await send({ name: 'ENERGY', code: 'IDXOTHER' })
  expect([name.status, name.body.fields]).toMatchObject([422, { name: { code: 'taken' } }])
  const code = await send({ name: 'Oil and gas', code: 'idxenergy' })
  expect([code.status, code.body.fields]).toMatchObject([422, { code: { code: 'taken' } }])
  expect((await send({ name: 'Without a code' })).status).toBe(201)
  expect((await send({ name: 'Without one, too' })).status).toBe(201)
})
