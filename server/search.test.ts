/** The search of everything over all sections (server/crud/query/search-everywhere.ts). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchEverywhere } from '#contract/search.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { createApp } from './app.ts'

let test: TestPlatform
let asAni: TestRequest
let asBudi: TestRequest
let asFinance: TestRequest
let asNobody: TestRequest

interface Found {
  section: string
  more: boolean
  fuzzy: boolean
  hits: { title: string; phone: string; detail: string }[]
}

async function find(ask: TestRequest, search: string, more = ''): Promise<Found[]> {
  const { status, body } = await ask('GET', `${searchEverywhere.path}?search=${encodeURIComponent(search)}${more}`)
  expect(status).toBe(200)
  return body.groups
}
const titles = (groups: Found[], section: string) => groups.find((group) => group.section === section)?.hits.map(({ title }) => title)

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  const crm = ['get crm', 'create crm', 'update crm']
  const ani = await makePerson(test.platform, crm, 'Sales')
  asAni = requestAs(app, ani)
  asBudi = requestAs(app, await makePerson(test.platform, crm, 'Sales'))
  const asSupport = requestAs(app, await makePerson(test.platform, crm, 'Support'))
  asFinance = requestAs(app, await makePerson(test.platform, ['get bank', 'create bank'], 'Finance'))
  asNobody = requestAs(app, await makePerson(test.platform, [], 'Nothing'))
  for (const [name, phone] of [
    ['Hendrawan Santoso', '6281234567810'],
    ['Hendra Wijaya', '6285811112220'],
  ]) {
    const lead = { name, phone, status: 'new', sales: ani.id }
    expect((await asAni('POST', leads.path, lead)).status).toBe(201)
  }
  for (let at = 0; at < 7; at++) await asSupport('POST', leads.path, { name: `Kartika ${at}`, phone: `6285700000${at}00`, status: 'new' })
  const account = {
    bank_name: 'Bank Hendra',
    account_number: '1234567890',
    account_holder: 'PT Lapangan',
    bank_branch: 'Kudus',
    is_active: true,
  }
  expect((await asFinance('POST', bank.path, account)).status).toBe(201)
})
afterAll(() => test.close())

it('the search of everything has the sections that a person may open, and the rows that they see, newest first', async () => {
  const own = await find(asAni, 'hendra')
  expect(own.map(({ section }) => section)).toEqual(['leads'])
  expect(titles(own, 'leads')).toEqual(['Hendra Wijaya', 'Hendrawan Santoso'])
  expect(own[0]?.hits[0]?.phone).toBe('6285811112220')
  expect(await find(asBudi, 'hendra')).toEqual([])
  expect(titles(await find(asFinance, 'hendra'), 'bank')).toEqual(['Bank Hendra'])
  expect(await find(asNobody, 'hendra')).toEqual([])
})

it('the search of everything finds what a console of back-office mode can open', async () => {
  const asAdmin = requestAs(createApp(test.platform), await makePerson(test.platform, ['get member', 'create member']))
  for (const [at, company_code] of ['EMT', 'ETF'].entries())
    expect((await asAdmin('POST', member.path, { name: `Ratih ${company_code}`, phone: `62857111122${at}`, company_code })).status).toBe(
      201,
    )
  expect(titles(await find(asAdmin, 'ratih'), 'member')).toEqual(['Ratih ETF', 'Ratih EMT'])
  expect(titles(await find(asAdmin, 'ratih', '&back_office=true'), 'member')).toEqual(['Ratih ETF'])
  expect(await find(asAdmin, 'rathi emt', '&back_office=true')).toEqual([])
})

it('the search of everything says where a list has more than five', async () => {
  const [group] = await find(asBudi, 'kartika')
  expect([group?.hits.length, group?.more, group?.fuzzy]).toEqual([5, true, false])
})

it('the search of everything forgives typing errors in words, numbers and phones where nothing has the text', async () => {
  const [group] = await find(asAni, 'hendrawna santso')
  expect([group?.fuzzy, group?.hits.map(({ title }) => title)]).toEqual([true, ['Hendrawan Santoso']])
  expect(titles(await find(asFinance, '1234567980'), 'bank')).toEqual(['Bank Hendra'])
  expect(titles(await find(asAni, '0812-3456-7801'), 'leads')).toEqual(['Hendrawan Santoso'])
  expect(await find(asAni, 'zzzzzz')).toEqual([])
})

it('the search of everything answers one letter with nothing, a missing text with 422, and too many requests with 429', async () => {
  expect(await find(asAni, 'h')).toEqual([])
  expect((await asAni('GET', searchEverywhere.path)).status).toBe(422)
  const asked = Array.from({ length: 100 }, () => asNobody('GET', `${searchEverywhere.path}?search=budi`))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
})
