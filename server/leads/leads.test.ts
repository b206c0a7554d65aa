import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const crm = ['get crm', 'create crm', 'update crm', 'delete crm']

let test: TestPlatform
let app: Hono
let ani: Person
let budi: Person
let root: TestRequest
let sales: TestRequest
let made = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  budi = await makePerson(test.platform, crm, 'Sales')
  root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
  sales = requestAs(app, ani)
})
afterAll(() => test.close())

async function create(values: Record<string, unknown> = {}, who = root) {
  made += 1
  const response = await who('POST', leads.path, {
    name: `Lead ${made}`,
    phone: `62812${String(made).padStart(8, '0')}`,
    status: 'new',
    ...values,
  })
  expect(response.status).toBe(201)
  return response.body.data
}

describe('a salesperson', () => {
  it('sees their own leads and unassigned ones, and no others by any way', async () => {
    const [own, free, other] = [await create({ sales: ani.id }), await create(), await create({ sales: budi.ref })]
    const seen = (await sales('GET', `${leads.path}?query=id:${own.id},id:${free.id},id:${other.id}`)).body
    expect(seen).toMatchObject({ total_record: 2 })
    expect((await sales('GET', `${leads.path}/${other.ref}`)).status).toBe(404)
    expect((await sales('PUT', `${leads.path}/${other.id}`, { name: 'x' }, { 'Update-Mask': 'name' })).status).toBe(404)
    expect((await sales('DELETE', leads.path, { ids: [other.id] })).status).toBe(404)
    const status = await sales('PUT', `${leads.path}/status`, { ids: [own.id, other.id], status: 'prospect' })
    expect(status.body).toMatchObject({ success_entities: [{ id: own.id }], failed_entities: [{ id: other.id, message: 'not found' }] })
    expect((await root('GET', `${leads.path}/${other.id}`)).body.data.status).toBe('new')
  })

  it('edits on from the version that a change of status told', async () => {
    const lead = await create({ sales: ani.id })
    const { body } = await sales('PUT', `${leads.path}/status`, { ids: [lead.ref], status: 'prospect' })
    expect(body.success_entities).toMatchObject([{ ref: lead.ref, version: 2 }])
    const update = (version: number) =>
      sales('PUT', `${leads.path}/${lead.ref}`, { notes: 'Telepon lagi' }, { 'Update-Mask': 'notes', 'If-Match': `"${version}"` })
    expect((await update(1)).status).toBe(412)
    expect((await update(body.success_entities[0].version)).body.data).toMatchObject({ status: 'prospect', notes: 'Telepon lagi' })
  })

  it('takes a free lead and lets one go, but hands none to another', async () => {
    const free = await create()
    const update = (value: unknown) => sales('PUT', `${leads.path}/${free.id}`, { sales: value }, { 'Update-Mask': 'sales' })
    expect((await update(ani.ref)).body.data).toMatchObject({ sales: ani.id, sales_name: expect.stringContaining('Person') })
    expect((await update(budi.id)).body.fields).toMatchObject({ sales: { code: 'not_allowed' } })
    expect((await update(0)).body.data).toMatchObject({ sales: 0, sales_name: null })
    expect((await sales('PUT', `${leads.path}/assign`, { ids: [free.id], sales: budi.id })).status).toBe(403)
  })
})

describe('handing leads over', () => {
  it('takes the permission to assign, by whatever way; many at once the one to delete, too', async () => {
    const worker = requestAs(app, await makePerson(test.platform, ['get crm', 'create crm', 'update crm', 'delete crm'], 'Support'))
    const manager = requestAs(app, await makePerson(test.platform, ['get crm', 'create crm', 'update crm', 'update assign-sales'], 'Lead'))
    const transfers = requestAs(app, await makePerson(test.platform, ['get crm', 'update assign-sales', 'delete crm'], 'Head'))
    const [one, two] = [await create({ sales: ani.id }), await create({ sales: ani.id })]
    const assign = (who: TestRequest, ids: number[], to: number) => who('PUT', `${leads.path}/assign`, { ids, sales: to })

    expect((await assign(worker, [one.id], budi.id)).status).toBe(403)
    for (const to of [0, budi.id]) {
      const masked = await worker('PUT', `${leads.path}/${one.id}`, { sales: to }, { 'Update-Mask': 'sales' })
      expect(masked.body.fields).toMatchObject({ sales: { code: 'not_allowed' } })
      const { name, phone, status } = one
      expect((await worker('PUT', `${leads.path}/${one.id}`, { name, phone, status, sales: to })).status).toBe(422)
    }
    expect((await worker('POST', leads.path, { name: 'x', phone: '628120009999', status: 'new', sales: budi.id })).status).toBe(422)

    expect((await assign(manager, [one.id], budi.id)).status).toBe(200)
    expect((await assign(manager, [one.id, two.id], 0)).status).toBe(403)
    expect((await root('GET', `${leads.path}/${two.id}`)).body.data.sales).toBe(ani.id)
    expect((await assign(transfers, [one.id, two.id], 0)).body.success_entities).toHaveLength(2)
  })

  it('by a file is a bulk transfer, too', async () => {
    const lead = await create({ sales: ani.id })
    const manager = await makePerson(test.platform, ['get crm', 'create crm', 'update crm', 'update assign-sales'], 'Lead')
    const imports = async (who: TestRequest) => {
      const { ref } = (await who('POST', `${leads.path}/import/begin`, { file_name: 'a.csv', total: 1, duplicates: 'update' })).body.data
      const rows = [{ row: 2, name: lead.name, phone: lead.phone, sales: budi.id }]
      return (await who('PUT', `${leads.path}/import/${ref}/rows`, { number: 0, rows })).body.data
    }
    expect(await imports(requestAs(app, manager))).toMatchObject({
      updated: 0,
      failures: [{ field: 'sales', problem: { code: 'not_allowed' } }],
    })
    expect(await imports(root)).toMatchObject({ updated: 1, failures: [] })
  })
})

describe('a lead', () => {
  it('carries the names of its campaigns', async () => {
    const campaign = await root('POST', '/crm/in/v1/campaign', { name: 'Gajian', channel: 'ads', status: 'active', start: '2026-01-01' })
    const { id, ref } = campaign.body.data
    const lead = await create({ campaign_id: ref, lead_sources: [{ campaign_id: id, source: 'Instagram', campaign_name: 'forged' }] })
    expect(lead).toMatchObject({ campaign_id: id, campaign_name: 'Gajian' })
    expect(lead.lead_sources).toMatchObject([{ campaign_id: id, source: 'Instagram', campaign_name: 'Gajian', ref: expect.any(String) }])
    expect((await root('GET', `/crm/in/v1/campaign/${id}`)).body.data).toMatchObject({ leads: 1, closings: 0 })
    await root('PUT', `${leads.path}/status`, { ids: [lead.ref], status: 'closing' })
    expect((await root('GET', `/crm/in/v1/campaign/${id}`)).body.data).toMatchObject({ leads: 1, closings: 1 })
    expect((await root('DELETE', '/crm/in/v1/campaign', { ids: [id] })).body).toMatchObject({ code: 'in_use' })
  })

  it('is the same in a list as alone, whether its fields are filled or empty', async () => {
    const filled = {
      email: 'a@b.id',
      city: 'Kediri "Kota"',
      tags: ['a\\b'],
      notes: 'é\n2',
      next_follow_up: '2026-03-04T05:06:07.008+07:00',
    }
    for (const lead of [await create({ sales: ani.id, lead_sources: [], ...filled }), await create()]) {
      const { data } = (await root('GET', `${leads.path}/${lead.ref}`)).body
      const list = (await root('GET', `${leads.path}?query=ref:${lead.ref}`)).body
      expect(list).toEqual({ data: [data], current_page: 1, page_size: 10, next_page: 0, total_page: 1, total_record: 1 })
    }
  })

  it('keeps no moment that no calendar has, and is found by none', async () => {
    for (const moment of ['0001-01-01T00:00:00+07:00', '9999-12-31T23:59:59-10:00', '2026-01-01T00:00:00+23:00']) {
      const refused = await root('POST', leads.path, { name: 'A', phone: '6281200000000', status: 'new', next_follow_up: moment })
      expect(refused, moment).toMatchObject({ status: 422, body: { fields: { next_follow_up: { code: 'date_time' } } } })
    }
    for (const range of ['+275760-09-13..', '2026-02-30..', '..0000-01-01', '2026-01-01T25:00:00Z..']) {
      for (const path of ['', '/export']) {
        const query = encodeURIComponent(`created_at:${range}`)
        expect((await root('GET', `${leads.path}${path}?query=${query}`)).status, path + range).toBe(422)
      }
    }
    for (const range of ['0001-01-01..9999-12-31', '9999-12-31..', '..0001-01-01'])
      expect((await root('GET', `${leads.path}?query=created_at:${range}`)).status, range).toBe(200)
  })

  it('names every reference that points to nothing', async () => {
    const response = await root('POST', leads.path, {
      name: 'Hilang',
      phone: '6281299990000',
      status: 'new',
      sales: 987_654,
      campaign_id: '01990000-0000-7000-8000-000000000001',
      lead_sources: [{ campaign_id: 987_654 }],
    })
    expect(response.status).toBe(422)
    expect(Object.keys(response.body.fields).sort()).toEqual(['campaign_id', 'lead_sources.0.campaign_id', 'sales'])
  })

  it('is found by any part of what is searched, whatever its letters', async () => {
    const lead = await create({ name: 'Ünal 100%_Pasti', notes: 'Minta\ndihubungi' })
    for (const search of ['ünal', '100%_', 'DIHUBUNGI', lead.phone.slice(3)])
      expect((await root('GET', `${leads.path}?${new URLSearchParams({ query: `search:${search}` })}`)).body.data[0]?.id).toBe(lead.id)
    const found = async (search: string) => (await root('GET', `${leads.path}?query=search:${search}`)).body.total_record
    const phone = lead.phone.slice(2)
    for (const spelling of [`0${phone}`, `+62 ${phone.slice(0, 3)}-${phone.slice(3)}`, lead.phone]) expect(await found(spelling)).toBe(1)
    const campaign = await root('POST', '/crm/in/v1/campaign', { name: 'Rajawali', channel: 'ads', status: 'active', start: '2026-01-01' })
    const update = { campaign_id: campaign.body.data.ref, tags: ['garuda', 'merpati'] }
    await root('PUT', `${leads.path}/${lead.id}`, update, { 'Update-Mask': 'campaign_id,tags' })
    expect([await found('rajawali'), await found('MERPATI')]).toEqual([1, 1])
    await root('PUT', `/crm/in/v1/campaign/${campaign.body.data.id}`, { name: 'Elang' }, { 'Update-Mask': 'name' })
    expect([await found('rajawali'), await found('elang'), await found('garuda'), await found('dihubungi')]).toEqual([0, 1, 1, 1])
    await root('PUT', `${leads.path}/${lead.id}`, { notes: 'Selesai' }, { 'Update-Mask': 'notes' })
    expect((await root('GET', `${leads.path}?query=search:dihubungi`)).body.total_record).toBe(0)
  })

  it('counts for the tags that it carries', async () => {
    const tag = await root('POST', '/crm/in/v1/tag-manager', { name: 'istimewa' })
    await create({ tags: ['istimewa', 'lain'] })
    expect((await root('GET', '/crm/in/v1/tag-manager?query=search:istimewa')).body.data).toMatchObject([{ id: tag.body.data.id, used: 1 }])
    expect((await root('GET', `${leads.path}?query=tags:istimewa`)).body.total_record).toBe(1)
    const others = Array.from({ length: 20 }, (_, at) => `tags:tiada${at}`).join()
    expect((await root('GET', `${leads.path}?query=${others},tags:istimewa`)).body.total_record).toBe(1)
  })
})

describe('the path of back-office mode', () => {
  const path = '/crm/in/v1/lead/etf'

  it('serves the same leads beside the other path', async () => {
    const { id } = (await root('POST', path, { name: 'Sari', phone: '6281277770000', status: 'new' })).body.data
    for (const [call, change] of [
      ['status', { status: 'prospect' }],
      ['assign', { sales: 0 }],
    ] as const)
      expect((await root('PUT', `${path}/${call}`, { ids: [id], ...change })).body).toMatchObject({ success_entities: [{ id }] })
    for (const at of [path, leads.path])
      expect((await root('GET', `${at}/${id}`)).body.data).toMatchObject({ status: 'prospect', version: 3 })
    expect((await root('GET', path)).body.total_record).toBe((await root('GET', leads.path)).body.total_record)
  })

  it('repeats a change that was first made on the other one', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const lead = { name: 'Budi', phone: '6281277770001', status: 'new' }
    const [first, second] = [await root('POST', leads.path, lead, key), await root('POST', path, lead, key)]
    expect([second.status, second.body.data.ref]).toEqual([201, first.body.data.ref])
  })
})
