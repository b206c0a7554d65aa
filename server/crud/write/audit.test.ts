import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { role } from '#contract/sections/auth/role.ts'
import { user } from '#contract/sections/auth/user.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { audit } from '#server/db/tables/platform.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { serve } from '../serve.ts'

const input = { bank_name: 'BCA', account_number: '1234567890', account_holder: 'PT Lapangan', bank_branch: 'Sudirman', is_active: true }

let test: TestPlatform
let app: Hono
let person: Person
let ask: TestRequest
let phones = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  person = await makePerson(test.platform, [], 'Root', true)
  ask = requestAs(app, person)
})
afterAll(() => test.close())

async function create(path: string, values: unknown) {
  const response = await ask('POST', path, values)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

function formOf(values: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, value)
  return data
}

async function historyOf(path: string, id: number | string, who = ask): Promise<HistoryEntry[]> {
  const response = await who('GET', `${path}/${id}/history?size=100`)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.data
}

const lead = (values: Record<string, unknown> = {}) =>
  create(leads.path, { name: 'Rina', phone: `62812${String(++phones).padStart(8, '0')}`, status: 'new', ...values })

describe('the history of a record', () => {
  it('says who changed which fields from what to what, newest first, with the mutation', async () => {
    const { id, ref } = await create(bank.path, input)
    const key = randomUUID()
    const change = { bank_branch: 'Thamrin', is_active: false }
    await ask('PUT', `${bank.path}/${id}`, change, { 'Update-Mask': 'bank_branch,is_active', [syncHeaders.key]: key })
    const [changed, made, ...others] = await historyOf(bank.path, ref)
    expect(others).toEqual([])
    expect(changed).toMatchObject({ action: 'update', user: person.id, mutation: key })
    expect(changed?.changes).toEqual({ bank_branch: ['Sudirman', 'Thamrin'], is_active: [true, false] })
    expect(changed?.created_by).toMatch(/^Person /)
    expect(made).toMatchObject({ action: 'create', mutation: null, changes: { bank_name: [null, 'BCA'], company_code: [null, 'EMT'] } })
    expect(made?.changes).not.toHaveProperty('id')
  })

  it('comes in pages, without a total', async () => {
    const { id } = await create(bank.path, input)
    for (const bank_branch of ['A', 'B', 'C']) await ask('PUT', `${bank.path}/${id}`, { bank_branch }, { 'Update-Mask': 'bank_branch' })
    const { body } = await ask('GET', `${bank.path}/${id}/history?page=2&size=3`)
    expect(body).toMatchObject({ current_page: 2, page_size: 3, next_page: 0, total_page: 2, data: [{ action: 'create' }] })
    expect(body).not.toHaveProperty('total_record')
  })

  it('is not written where nothing changed, nor where the change was refused', async () => {
    const { id } = await create(bank.path, input)
    await ask('PUT', `${bank.path}/${id}`, input)
    expect((await ask('PUT', `${bank.path}/${id}`, { ...input, bank_name: '' })).status).toBe(422)
    expect((await ask('PUT', `${bank.path}/${id}`, { bank_name: 'X' }, { 'Update-Mask': 'bank_name', 'If-Match': '"9"' })).status).toBe(412)
    expect(await historyOf(bank.path, id)).toHaveLength(1)
  })

  it('outlives the record for those who see every one', async () => {
    const { id } = await create(bank.path, input)
    await ask('DELETE', bank.path, { ids: [id] })
    const [deleted] = await historyOf(bank.path, id)
    expect(deleted).toMatchObject({ action: 'delete', changes: { bank_name: ['BCA', null] } })
    expect((await ask('GET', `${bank.path}/999999/history`)).status).toBe(404)
  })

  it('needs the permission of the section', async () => {
    const { id } = await create(bank.path, input)
    const other = requestAs(app, await makePerson(test.platform, ['get role']))
    expect((await other('GET', `${bank.path}/${id}/history`)).status).toBe(403)
  })

  it('leaves out fields that a person may not read, and changes of nothing else', async () => {
    const bank_branch = { ...bank.fields.bank_branch, permission: 'get role' } as const
    const own = new Hono()
    serve({ ...bank, fields: { ...bank.fields, bank_branch } }, banks).mount(own, test.platform)
    const weak = requestAs(own, await makePerson(test.platform, ['get bank']))
    const { id } = await create(bank.path, input)
    await ask('PUT', `${bank.path}/${id}`, { bank_branch: 'Depok' }, { 'Update-Mask': 'bank_branch' })
    await ask('PUT', `${bank.path}/${id}`, { ...input, bank_name: 'BNI', bank_branch: 'Bogor' })
    const entries = await historyOf(bank.path, id, weak)
    expect(entries.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(entries[0]?.changes).toEqual({ bank_name: ['BCA', 'BNI'] })
    expect(JSON.stringify(entries)).not.toContain('Sudirman')
  })

  it('stands at the path that the section says', async () => {
    const own = new Hono()
    serve({ ...bank, wire: { ...bank.wire, paths: { history: '/logs/{id}' } } }, banks).mount(own, test.platform)
    const { id } = await create(bank.path, input)
    const { body } = await requestAs(own, person)('GET', `${bank.path}/logs/${id}`)
    expect(body.data).toMatchObject([{ action: 'create' }])
  })
})

describe('a row of a salesperson', () => {
  it('has a history for whoever sees it', async () => {
    const crm = ['get crm', 'update crm']
    const [ani, budi] = [await makePerson(test.platform, crm, 'Sales'), await makePerson(test.platform, crm, 'Sales')]
    const { id } = await lead({ sales: ani.id })
    expect(await historyOf(leads.path, id, requestAs(app, ani))).toMatchObject([{ action: 'create', changes: { sales: [null, ani.id] } }])
    expect((await requestAs(app, budi)('GET', `${leads.path}/${id}/history`)).status).toBe(404)
    await ask('DELETE', leads.path, { ids: [id] })
    expect((await requestAs(app, ani)('GET', `${leads.path}/${id}/history`)).status).toBe(404)
  })
})

describe('what changes many at once', () => {
  it('writes a row for each: a bulk update', async () => {
    const [a, b] = [await lead(), await lead()]
    const key = randomUUID()
    await ask('PUT', `${leads.path}/status`, { ids: [a.id, b.ref], status: 'prospect' }, { [syncHeaders.key]: key })
    for (const { id } of [a, b])
      expect((await historyOf(leads.path, id))[0]).toMatchObject({ mutation: key, changes: { status: ['new', 'prospect'] } })
  })

  it('writes a row for each: a swap, and a switch', async () => {
    const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const form = (title: string) =>
      formOf({
        title,
        type: 'info',
        message: '<p>Halo</p>',
        content_type: 'article',
        'member_type[]': 'all',
        no_campaign_end: 'true',
        campaign_start: '2026-01-01T00:00:00+07:00',
        gambar: new File([new Uint8Array(content)], 'gambar.png', { type: 'image/png' }),
      })
    const made = [await create(forYou.path, form('A')), await create(forYou.path, form('B')), await create(forYou.path, form('C'))]
    const [first, second, third] = made
    await ask('PUT', `${forYou.path}/swap-sequence`, { from: third.id, to: first.id })
    const moves = await Promise.all(made.map(async ({ id }) => (await historyOf(forYou.path, id))[0]?.changes.sequence))
    expect(moves).toEqual([
      [first.sequence, first.sequence + 1],
      [second.sequence, second.sequence + 1],
      [third.sequence, first.sequence],
    ])
    await ask('PUT', `${forYou.path}/show-hide`, { id: second.id, is_show: false })
    const [hidden, , created] = await historyOf(forYou.path, second.id)
    expect(hidden?.changes).toEqual({ is_show: [true, false] })
    expect(created?.changes.gambar).toEqual([null, 'gambar.png'])
  })

  it('cuts long texts', async () => {
    const { id } = await lead({ notes: 'n'.repeat(4_000) })
    const [made] = await historyOf(leads.path, id)
    expect(made?.changes.notes).toEqual([null, `${'n'.repeat(2_000)}…`])
  })
})

describe('secrets', () => {
  it('are named and never kept', async () => {
    const { id: roleId } = await create(role.path, { name: 'Kasir', permissions: ['get bank'] })
    const dewi = { name: 'Dewi', email: 'dewi@lapangan.test', 'roles[]': String(roleId), is_active: 'true' }
    const { id } = await create(user.path, formOf(dewi))
    await ask('PUT', `${user.path}/${id}`, formOf({ ...dewi, password: testPassword }))
    const [changed] = await historyOf(user.path, id)
    expect(changed?.changes).toEqual({ password: [null, null] })
    const { db } = test.platform.database
    expect(JSON.stringify(await db.select().from(audit))).not.toMatch(new RegExp(`${testPassword}|argon2`))
  })
})

it('the history is kept for the configured days', async () => {
  const { db } = test.platform.database
  const { id } = await create(bank.path, input)
  const old = { section: 'bank', record: id, action: 'update', changes: { bank_name: ['BRI', 'BCA'] } } as const
  await db.insert(audit).values([
    { ...old, created_at: '2020-01-01T00:00:00Z' },
    { ...old, created_at: new Date().toISOString() },
  ])
  await runHousekeeping(test.platform)
  expect((await historyOf(bank.path, id)).map(({ action }) => action)).toEqual(['update', 'create'])
})
