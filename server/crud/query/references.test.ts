import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { date, joined, object, reference, references, rows, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { leads as leadSection } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { campaigns, leadAttachments, leads } from '#server/db/tables/crm.ts'
import { users } from '#server/db/tables/people.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { serve } from '../serve.ts'
import { checkReferences } from './check-references.ts'
import { shapeOf, unregisterSections } from './shape.ts'

/** Sections of this test on existing tables. */
const visit = section('visit', {
  path: '/test/in/v1/visit',
  permission: 'crm',
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    phone: text({ required: true }),
    status: text({ required: true }),
    city: text(),
    campaign_id: reference({ to: 'campaign' }),
    campaign_title: joined('campaign_id.name'),
    campaign_start: joined('campaign_id.start', date()),
    sales: reference({ to: 'user', query: 'company_code:{city}', unassigned: true }),
  },
  list: {
    columns: ['name', 'campaign_id', 'campaign_start'],
    search: ['name', 'campaign_title'],
    filters: ['campaign_id', 'campaign_title', 'campaign_start', 'sales'],
    sort: 'id asc',
  },
})
const visits = serve(visit, leads)

const remark = section('remark', {
  path: '/test/in/v1/remark',
  permission: 'crm',
  title: 'lead',
  fields: { lead: reference({ required: true, to: 'leads' }) },
  list: { columns: ['lead'], search: [], filters: [], sort: 'id asc' },
})
const remarks = serve(remark, leadAttachments, {
  prepare({ values }) {
    values.file = { url: '/kept-files/a', name: 'a', size: 1, type: 'text/plain' }
  },
})

let test: TestPlatform
let ask: TestRequest
let app: Hono
let root: Person
beforeAll(async () => {
  test = await testPlatform()
  root = await makePerson(test.platform, [], 'Root', true)
  app = new Hono()
  mountFailures(app, test.platform)
  visits.mount(app, test.platform)
  remarks.mount(app, test.platform)
  app.route('/', createApp(test.platform))
  ask = requestAs(app, root)
})
afterAll(() => unregisterSections('visit', 'remark', 'wrong'))
afterAll(() => test.close())

let count = 0
const visitOf = (values: Record<string, unknown>) => ({
  name: `Visit ${++count}`,
  phone: `62812000${1_000 + count}`,
  status: 'new',
  ...values,
})
async function made(path: string, body: Record<string, unknown>): Promise<{ id: number; ref: string } & Record<string, unknown>> {
  const response = await ask('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const campaignOf = (name: string, start = '2026-03-01') => made(campaign.path, { name, start, channel: 'ads', status: 'active' })
const list = async (query: Record<string, string>): Promise<Record<string, unknown>[]> =>
  (await ask('GET', `${visit.path}?${new URLSearchParams({ size: '100', ...query })}`)).body.data

describe('a joined field', () => {
  it('is read with the row, by list, detail and write alike, and is never stored or sent', async () => {
    const promo = await campaignOf('Ramadan', '2026-02-18')
    const own = await made(visit.path, visitOf({ campaign_id: promo.ref, campaign_title: 'made up' }))
    expect(own).toMatchObject({ campaign_id: promo.id, campaign_title: 'Ramadan', campaign_start: '2026-02-18' })
    expect((await ask('GET', `${visit.path}/${own.ref}`)).body.data).toMatchObject({ campaign_title: 'Ramadan' })
    await ask('PUT', `${campaign.path}/${promo.id}`, { name: 'Ramadan 1447' }, { 'Update-Mask': 'name' })
    expect((await list({ query: `campaign_id:${promo.ref}` }))[0]).toMatchObject({ campaign_title: 'Ramadan 1447' })
    const without = await made(visit.path, visitOf({}))
    expect(without).toMatchObject({ campaign_id: null, campaign_title: null, campaign_start: null })
  })

  it('is searched and filtered by in its target, and the total follows a rename', async () => {
    const promo = await campaignOf('Zulkaidah', '2027-05-05')
    const { ref } = await made(visit.path, visitOf({ campaign_id: promo.id }))
    const found = async (query: string) => {
      const { body } = await ask('GET', `${visit.path}?${new URLSearchParams({ query })}`)
      return [body.total_record, body.data.map((row: { ref: string }) => row.ref)]
    }
    const one = [1, [ref]]
    expect(await found('search:zulka')).toEqual(one)
    expect(await found('campaign_title:Zulkaidah')).toEqual(one)
    expect(await found('campaign_start:2027-05-01..2027-05-31')).toEqual(one)
    await ask('PUT', `${campaign.path}/${promo.id}`, { name: 'Muharram' }, { 'Update-Mask': 'name' })
    expect(await found('search:zulka')).toEqual([0, []])
    expect(await found('search:muharram')).toEqual(one)
  })

  it('sorts its reference: pages in the order of the target, equal ones by id, nothing last', async () => {
    for (const name of ['Beta', 'Alfa', 'Beta']) {
      const { id } = await campaignOf(name)
      await made(visit.path, visitOf({ city: 'order', campaign_id: id }))
      await made(visit.path, visitOf({ city: 'order', campaign_id: id }))
    }
    await made(visit.path, visitOf({ city: 'order' }))
    const all = (await list({})).filter((row) => row.city === 'order')
    const key = (row: Record<string, unknown>) => [row.campaign_title === null ? '~' : String(row.campaign_title), Number(row.id)] as const
    const up = all.toSorted((a, b) => (key(a)[0] < key(b)[0] ? -1 : key(a)[0] > key(b)[0] ? 1 : key(a)[1] - key(b)[1]))
    const idsOf = (found: typeof all) => found.map(({ id }) => id)
    const [full, empty] = [true, false].map((isFull) => up.filter((row) => (row.campaign_title !== null) === isFull))
    for (const sort of ['campaign_id', 'campaign_title']) {
      const ordered = async (direction: string) => {
        const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ sort: `${sort} ${direction}`, size: '5', page })))
        return pages.flat().filter((row) => row.city === 'order')
      }
      expect(idsOf(await ordered('asc'))).toEqual(idsOf(up))
      expect(idsOf(await ordered('desc'))).toEqual(idsOf([...(full ?? []).toReversed(), ...(empty ?? []).toReversed()]))
    }
  })

  it('of nested records is filled in at once, and is what the target says now', async () => {
    const { id, ref } = await campaignOf('With people')
    const person = await makePerson(test.platform, ['get crm'], 'sales')
    const body = { sales: [{ sales_id: person.id, sales_name: 'made up' }] }
    const saved = await ask('PUT', `${campaign.path}/${id}`, body, { 'Update-Mask': 'sales' })
    const name = `Person ${person.email.slice(0, 8)}`
    expect(saved.body.data.sales).toMatchObject([{ sales_id: person.id, sales_name: name, sales_email: person.email, sales_phone: null }])
    expect((await ask('GET', `${campaign.path}?query=search:With people`)).body.data[0].sales[0].sales_name).toBe(name)
    const { rows: stored } = await test.platform.database.db.execute(`select sales::text as sales from campaigns where ref = '${ref}'`)
    expect(JSON.stringify(stored)).not.toContain(name)
  })
})

describe('a reference', () => {
  it('points to nothing that the person does not see', async () => {
    const [ani, budi] = [
      await makePerson(test.platform, ['get crm', 'create crm', 'update crm'], 'sales'),
      await makePerson(test.platform, ['get crm'], 'sales'),
    ]
    const makeLead = (sales: number) => made(leadSection.path, { name: 'A lead', phone: `62813${++count}0000`, status: 'new', sales })
    const [hers, his, nobodys] = [await makeLead(ani.id), await makeLead(budi.id), await makeLead(0)]
    const asAni = requestAs(app, ani)
    expect((await asAni('POST', remark.path, { lead: hers.ref })).status).toBe(201)
    expect((await asAni('POST', remark.path, { lead: nobodys.id })).status).toBe(201)
    for (const lead of [his.id, his.ref])
      expect(await asAni('POST', remark.path, { lead })).toMatchObject({
        status: 422,
        body: { fields: { lead: { code: 'unknown_reference' } } },
      })
    // Existing values may stay.
    const kept = await made(remark.path, { lead: his.id })
    expect((await asAni('PUT', `${remark.path}/${kept.id}`, { lead: his.ref })).status).toBe(200)
  })

  it('points to nothing of a section that the person may not read', async () => {
    const promo = await campaignOf('Hidden')
    const otherApp = new Hono()
    mountFailures(otherApp, test.platform)
    serve({ ...visit, permission: 'testimonial' }, leads).mount(otherApp, test.platform)
    serve(visit, leads)
    const blind = requestAs(otherApp, await makePerson(test.platform, ['get testimonial', 'create testimonial']))
    expect((await blind('POST', visit.path, visitOf({}))).status).toBe(201)
    const refused = await blind('POST', visit.path, visitOf({ campaign_id: promo.id }))
    expect(refused.body.fields).toMatchObject({ campaign_id: { code: 'unknown_reference' } })
  })

  it('points only to what its query and the list of its target offer', async () => {
    const { db } = test.platform.database
    const [etf] = await db.insert(users).values({ name: 'Etf', email: 'etf@lapangan.test', company_code: 'ETF' }).returning()
    const sales = etf?.id
    expect((await ask('POST', visit.path, visitOf({ city: 'ETF', sales }))).status).toBe(201)
    for (const city of ['EMT', undefined])
      expect((await ask('POST', visit.path, visitOf({ city, sales }))).body.fields).toMatchObject({ sales: { code: 'unknown_reference' } })
    expect((await ask('POST', visit.path, visitOf({ sales: 0 }))).status).toBe(201)
    // Only salespeople get leads.
    const lead = await ask('POST', leadSection.path, { name: 'A lead', phone: '628129999999', status: 'new', sales })
    expect(lead.body.fields).toMatchObject({ sales: { code: 'unknown_reference' } })
  })
})

describe('deleting a record that others refer to', () => {
  it('is refused in words that count them, each record by itself', async () => {
    const [used, free] = [await campaignOf('Used'), await campaignOf('Free')]
    for (let n = 0; n < 3; n++)
      await made(leadSection.path, { name: 'A lead', phone: `62817${++count}0000`, status: 'new', campaign_id: used.id })
    const only = await ask('DELETE', campaign.path, { ids: [used.id] })
    expect(only).toMatchObject({ status: 422, body: { code: 'in_use' } })
    expect(only.body.message).toMatch(/^Used is still used: .*\b3 in leads\b/)
    expect(only.body.reason).toMatchObject({ code: 'in_use', params: { title: 'Used' }, uses: { leads: 3 } })
    const both = await ask('DELETE', campaign.path, { ids: [used.ref, free.ref] })
    expect(both.body.success_entities).toMatchObject([{ id: free.id }])
    expect(both.body.failed_entities).toMatchObject([{ id: used.id, message: only.body.message }])
  })

  it('counts what stands in lists and in nested records, too', async () => {
    const promo = await campaignOf('Listed')
    const person = await makePerson(test.platform, ['get crm'], 'sales')
    await made(leadSection.path, {
      ...{ name: 'A lead', phone: '628170001111', status: 'new' },
      lead_sources: [
        { campaign_id: promo.id, source: 'ig' },
        { campaign_id: promo.id, source: 'web' },
      ],
    })
    expect((await ask('DELETE', campaign.path, { ids: [promo.id] })).body.message).toBe('Listed is still used: 1 in leads.')
    const other = await campaignOf('With a seller')
    await ask('PUT', `${campaign.path}/${other.id}`, { sales: [{ sales_id: person.id }] }, { 'Update-Mask': 'sales' })
    await made('/crm/in/v1/wa-manager', { name: 'Number', phone: '628110001111', type: 'sales', channel: 'simulator', users: [person.id] })
    const refused = await ask('DELETE', '/admin/in/v1/users', { ids: [person.id] })
    expect(refused.body.message).toMatch(/is still used: 1 in campaign, 1 in whatsapp number\.$/)
    expect((await ask('GET', `/crm/in/v1/wa-manager?query=users:${person.ref}`)).body.total_record).toBe(1)
    expect((await ask('GET', `/crm/in/v1/wa-manager?query=users:${root.id}`)).body.total_record).toBe(0)
  })
})

describe('what cannot work', () => {
  it('keeps the program from starting, with every place named', () => {
    const wrong = section('wrong', {
      ...{ path: '/wrong', permission: 'crm', title: 'name' },
      fields: {
        name: text(),
        status: text(),
        campaign_id: reference({ to: 'campaign' }),
        // @ts-expect-error: no field `missing` stands beside it
        sales: reference({ to: 'user/nobody', query: 'company_code:{missing}' }),
        a: joined('campaign_id.nothing'),
        b: joined('campaign_id.start'),
        c: joined('status.name'),
        nested: rows({ lead: references({ to: 'user/none' }) }),
        deep: object({ sales: reference({ to: 'leads' }), d: joined('sales.nope') }),
      },
      list: { columns: [], search: [], filters: [], sort: 'id asc' },
    })
    const problems = () => checkReferences([shapeOf(wrong, leads, {}), shapeOf(visit, campaigns, {})])
    expect(problems).toThrowErrorMatchingInlineSnapshot(`
      [Error: references do not fit:
      wrong.sales: user/nobody is no list of options
      wrong.a: campaign has no column nothing
      wrong.b: start is date, not text
      wrong.c: status is no reference
      wrong.nested.lead: user/none is no list of options
      wrong.deep.d: leads has no column nope]
    `)
  })
})
