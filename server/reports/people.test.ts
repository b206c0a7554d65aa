import { afterAll, beforeAll, expect, it } from 'vitest'
import { drillOf, type Report } from '#contract/kit/report/report.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leadSources } from '#contract/reports/lead-sources.ts'
import { newMembers } from '#contract/reports/new-members.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { campaigns, leads } from '#server/db/tables/crm.ts'
import { members } from '#server/db/tables/members.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let read: TestRequest
let readAsAni: TestRequest
let ani: Person
const from = '2025-03-01'
const to = '2025-03-31'
const month = 'period=monthly&month=2025-03'

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  read = requestAs(app, await makePerson(test.platform, ['get crm', 'get member']))
  ani = await makePerson(test.platform, ['get crm', 'get member'], 'Sales')
  readAsAni = requestAs(app, ani)
  const { db } = test.platform.database
  const [webinar, ads] = await db
    .insert(campaigns)
    .values(['Webinar', 'Ads'].map((name) => ({ name, channel: 'event', status: 'active', start: '2025-01-01' })))
    .returning({ id: campaigns.id })
  const leadOf = (at: number, created_at: string, campaign_id: number | undefined, sales: number | null) => ({
    name: `Lead ${at}`,
    phone: `62813000${1_000 + at}`,
    ...{ status: 'new', created_at, campaign_id: campaign_id ?? null, sales },
  })
  await db
    .insert(leads)
    .values([
      leadOf(1, '2025-03-01T00:00:00+07:00', webinar?.id, ani.id),
      leadOf(2, '2025-03-31T23:59:59+07:00', webinar?.id, null),
      leadOf(3, '2025-03-10T12:00:00+07:00', ads?.id, ani.id),
      leadOf(4, '2025-03-10T12:00:00+07:00', undefined, null),
      leadOf(5, '2025-04-01T00:00:00+07:00', webinar?.id, ani.id),
      leadOf(6, '2025-02-28T23:59:59+07:00', webinar?.id, ani.id),
    ])
  const memberOf = (at: number, joined_at: string, sales_id: number | null, deleted_at: string | null = null) => ({
    name: `Member ${at}`,
    phone: `62814000${1_000 + at}`,
    ...{ joined_at, sales_id, deleted_at },
  })
  await db
    .insert(members)
    .values([
      memberOf(1, '2025-03-01', ani.id),
      memberOf(2, '2025-03-31', ani.id),
      memberOf(3, '2025-03-15', null),
      memberOf(4, '2025-03-15', ani.id, '2025-04-02T00:00:00Z'),
      memberOf(5, '2025-04-01', ani.id),
      memberOf(6, '2025-02-28', null),
    ])
})
afterAll(() => test.close())

const rowsOf = async ({ path }: Report, ask = read) => (await ask('GET', `${path}?${month}`)).body.data as AnyRow[]
const totalOf = async ({ path }: Report, ask = read) => (await ask('GET', `${path}/total?${month}&compare=true`)).body
const counted = async (path: string, query: string, ask = read) =>
  (await ask('GET', `${path}?size=1&query=${encodeURIComponent(query)}`)).body.total_record

it('sources count the leads of the days in WIB by campaign, those without one apart', async () => {
  expect((await rowsOf(leadSources)).map(({ campaign_name, leads: count }) => [campaign_name, count])).toEqual([
    ['Webinar', 2],
    ['Ads', 1],
    ['Unassigned', 1],
  ])
  expect(await totalOf(leadSources)).toMatchObject({ campaign_name: 'Total', leads: 4, previous: { leads: 1 } })
})

it('new members are those who joined on the days, without deleted ones', async () => {
  expect((await rowsOf(newMembers)).map(({ sales_id, members: count }) => [sales_id, count])).toEqual([
    [ani.id, 2],
    [0, 1],
  ])
  expect(await totalOf(newMembers)).toMatchObject({ members: 3, previous: { members: 1 } })
})

it('a salesperson has their own', async () => {
  expect(await totalOf(leadSources, readAsAni)).toMatchObject({ leads: 2, previous: { leads: 1 } })
  expect(await totalOf(newMembers, readAsAni)).toMatchObject({ members: 2, previous: { members: 0 } })
})

it.each([
  ['leads', leadSources, section.path],
  ['members', newMembers, member.path],
] as const)('each number of %s opens a list with as many rows', async (measure, report, path) => {
  const period = { from, to, date: report.period.dates[0] }
  for (const row of [null, ...(await rowsOf(report))]) {
    const expected = row ? row[measure] : (await totalOf(report))[measure]
    expect([row, await counted(path, drillOf(report, measure, period, row)?.query ?? '')]).toEqual([row, expected])
  }
  const own = { sales_id: ani.id }
  for (const row of [null, ...(await rowsOf(report, readAsAni))]) {
    const expected = row ? row[measure] : (await totalOf(report, readAsAni))[measure]
    const query = drillOf(report, measure, period, { ...own, ...row })?.query ?? ''
    expect([row, await counted(path, query, readAsAni)]).toEqual([row, expected])
  }
})
