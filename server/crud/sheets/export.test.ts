import * as xlsx from '@e965/xlsx'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { createApp } from '#server/app.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { makeThings, thing, thingApi, things } from '#tests/support/things.ts'

let test: TestPlatform
let app: Hono
let person: Person
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  await makeThings(test.platform.database.db)
  app = new Hono()
  mountFailures(app, test.platform)
  thingApi.mount(app, test.platform)
  person = await makePerson(test.platform, ['get content', 'create content', 'get event', 'create event'])
  ask = requestAs(app, person)
  const campaigns: number[] = []
  for (const name of ['Gajian', 'Lebaran']) {
    const made = await requestAs(createApp(test.platform), person)('POST', campaign.path, {
      name,
      channel: 'ads',
      status: 'active',
      start: '2026-11-01',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    campaigns.push(made.body.data.id)
  }
  const [first, second] = campaigns
  const rows = [
    {
      code: 'B1',
      name: '=HYPERLINK("http://x.test")',
      price: 1_500_000,
      campaign_id: first,
      campaigns: [first, second],
      days: ['mon', 'wed'],
    },
    { code: 'A1', name: 'Kecil, "baru"', account: '0012345', at: '2026-11-20T08:30:00+07:00', starts: '2026-11-21', labels: ['vip'] },
    { code: 'C1', name: 'Tidak aktif', is_active: false, notes: 'baris\nkedua', phone: '6281234567890' },
  ]
  for (const row of rows) expect((await ask('POST', thing.path, row)).status).toBe(201)
})
afterAll(() => test.close())

async function download(query: Record<string, string>, who = person) {
  const response = await app.request(`${thing.path}/export?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

it('an export has a typed column for each field: references by name, numbers as numbers, moments in WIB', async () => {
  const { status, headers, bytes } = await download({})
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="thing-\d{4}-\d\d-\d\d\.xlsx"$/)
  expect(headers.get('export-rows')).toBe('3')
  const book = xlsx.read(bytes, { type: 'array', cellFormula: true })
  const sheet = book.Sheets.Thing ?? {}
  const [a, b, c] = xlsx.utils.sheet_to_json<Record<string, unknown>>(sheet, { raw: false, dateNF: 'yyyy-mm-dd hh:mm' })
  expect(Object.keys(b ?? {})).not.toContain('Parts')
  expect(a).toMatchObject({
    Code: 'A1',
    Name: 'Kecil, "baru"',
    Account: '0012345',
    Starts: '2026-11-21',
    Labels: 'vip',
    'Is active': 'Yes',
  })
  expect(a?.At).toBe('2026-11-20 08:30')
  expect(b).toMatchObject({ Campaign: 'Gajian', Campaigns: 'Gajian, Lebaran', Days: 'mon, wed', Kind: 'small' })
  expect(c).toMatchObject({ 'Is active': 'No', Notes: 'baris\nkedua', Phone: '6281234567890' })
  const cells = Object.values(sheet).filter((cell) => typeof cell === 'object' && cell !== null)
  expect(cells.find((cell) => cell.v === 1_500_000)?.t).toBe('n')
  expect(cells.some((cell) => cell.f !== undefined)).toBe(false)
  expect(cells.some((cell) => cell.v === `=HYPERLINK("http://x.test")`)).toBe(true)
})

it('an export has the filter, order and columns of the list, and no executable formula', async () => {
  const lines = textOf(await download({ query: 'is_active:true', sort: 'code desc', format: 'csv', columns: 'name,code' }))
  expect(lines).toBe(`\ufeffName,Code\r\n"'=HYPERLINK(""http://x.test"")",B1\r\n"Kecil, ""baru""",A1\r\n`)
  expect(textOf(await download({ query: 'search:tidak', format: 'csv', columns: 'code' }))).toBe('\ufeffCode\r\nC1\r\n')
})

it('an export refuses unknown columns and filters, and people without permission', async () => {
  expect((await download({ columns: 'code,parts' })).status).toBe(422)
  expect((await download({ query: 'nothing:1' })).status).toBe(422)
  expect((await download({ sort: 'parts asc' })).status).toBe(422)
  expect((await download({}, await makePerson(test.platform, ['get event']))).status).toBe(403)
})

it('an export streams: a large one starts before it is read completely', async () => {
  const { db } = test.platform.database
  await db.insert(things).values(Array.from({ length: 2_000 }, (_, at) => ({ code: `Z${at}`, name: `Banyak ${at}` })))
  const response = await app.request(`${thing.path}/export?format=csv&columns=code`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const reader = response.body?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  expect(first).toBe('')
  let text = first
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += new TextDecoder().decode(part.value)
  expect(text.split('\r\n').filter(Boolean)).toHaveLength(2_004)
})
