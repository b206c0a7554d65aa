import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bank } from '#contract/sections/settings/bank.ts'
import { createApp } from '#server/app.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { serve } from './serve.ts'

const input = { bank_name: 'BCA', account_number: '1234567890', account_holder: 'PT Lapangan', bank_branch: 'Sudirman' }

let test: TestPlatform
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => test.close())

async function create(values: Record<string, unknown> = {}) {
  const response = await ask('POST', bank.path, { ...input, ...values })
  expect(response.status).toBe(201)
  return response.body.data
}

describe('creating', () => {
  it('fills in initial values, keeps the given ref and says who did it', async () => {
    const ref = '01990000-0000-7000-8000-000000000001'
    expect(await create({ ref, id: 99, version: 7 })).toMatchObject({ ...input, ref, version: 1, is_active: true, company_code: 'EMT' })
    const again = await ask('POST', bank.path, { ...input, ref })
    expect(again).toMatchObject({ status: 422, body: { fields: { ref: { code: 'taken' } } } })
  })
})

describe('updating', () => {
  it('leaves alone what the mask does not name, and empties what it names without a value', async () => {
    const { id } = await create()
    const one = await ask('PUT', `${bank.path}/${id}`, { bank_branch: 'Thamrin', bank_name: 'ignored' }, { 'Update-Mask': 'bank_branch' })
    expect(one.body.data).toMatchObject({ bank_name: 'BCA', bank_branch: 'Thamrin', version: 2 })
    const empty = await ask('PUT', `${bank.path}/${id}`, {}, { 'Update-Mask': 'bank_branch' })
    expect(empty).toMatchObject({ status: 422, body: { fields: { bank_branch: { code: 'required' } } } })
    const reset = await ask('PUT', `${bank.path}/${id}`, {}, { 'Update-Mask': 'is_active' })
    expect(reset.body.data).toMatchObject({ is_active: false, bank_branch: 'Thamrin' })
  })

  it('replaces the whole record without a mask', async () => {
    const { ref } = await create({ company_code: 'ETF' })
    const full = await ask('PUT', `${bank.path}/${ref}`, { ...input, is_active: true })
    expect(full.body.data).toMatchObject({ company_code: 'EMT', is_active: true })
  })

  it('leaves alone what somebody may not write, whether or not the mask names it', async () => {
    const is_active = { ...bank.fields.is_active, permission: 'get role' } as const
    const app = new Hono()
    serve({ ...bank, fields: { ...bank.fields, is_active } }, banks).mount(app, test.platform)
    const weak = requestAs(app, await makePerson(test.platform, ['get bank', 'update bank']))
    const { id } = await create()
    for (const mask of ['is_active', 'is_active,bank_branch', undefined]) {
      const body = { ...input, is_active: false, bank_branch: 'Depok' }
      expect((await weak('PUT', `${bank.path}/${id}`, body, mask ? { 'Update-Mask': mask } : {})).status, mask).toBe(200)
      expect((await ask('GET', `${bank.path}/${id}`)).body.data, mask).toMatchObject({ is_active: true })
    }
  })

  it('shows the row as it is now to somebody who changed an older one', async () => {
    const { id } = await create()
    await ask('PUT', `${bank.path}/${id}`, { bank_branch: 'Depok' }, { 'Update-Mask': 'bank_branch', 'If-Match': '"1"' })
    const late = await ask('PUT', `${bank.path}/${id}`, { bank_branch: 'Bogor' }, { 'Update-Mask': 'bank_branch', 'If-Match': '"1"' })
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', current: { version: 2, bank_branch: 'Depok' } } })
  })
})

describe('deleting', () => {
  it('gives each record its verdict, and a single one that is gone a 404', async () => {
    const [a, b] = [await create({ bank_name: 'Mandiri' }), await create({ bank_name: 'BNI' })]
    const many = await ask('DELETE', bank.path, { ids: [a.id, b.ref, 987_654] })
    expect(many.status).toBe(200)
    expect(many.body.success_entities.map((entry: { id: number }) => entry.id).sort()).toEqual([a.id, b.id].sort())
    expect(many.body.success_entities[0].message).toMatch(/^(Mandiri|BNI) 1234567890 deleted$/)
    expect(many.body.failed_entities).toEqual([{ id: 987_654, ref: null, message: 'not found' }])
    expect((await ask('DELETE', bank.path, { ids: [a.id] })).status).toBe(404)
  })
})

describe('deleting what somebody changed', () => {
  const change = (ref: string) => ask('PUT', `${bank.path}/${ref}`, { bank_branch: 'Depok' }, { 'Update-Mask': 'bank_branch' })

  it('refuses one record with the row as it is, and of many deletes the others', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    await change(a.ref)
    const one = await ask('DELETE', bank.path, { ids: [a.ref] }, { 'If-Match': '"1"' })
    expect(one).toMatchObject({ status: 412, body: { code: 'stale', current: { ref: a.ref, version: 2, bank_branch: 'Depok' } } })
    const many = await ask('DELETE', bank.path, { ids: [b.ref, a.id, c.ref] }, { 'If-Match': '"1", "1", *' })
    expect(many.body.success_entities.map((entry: { ref: string }) => entry.ref).sort()).toEqual([b.ref, c.ref].sort())
    expect(many.body.failed_entities).toMatchObject([{ id: a.id, current: { version: 2, bank_branch: 'Depok' } }])
    expect((await ask('DELETE', bank.path, { ids: [a.ref] }, { 'If-Match': '"2"' })).status).toBe(200)
  })

  it('wants as many versions as records', async () => {
    const { ref } = await create()
    expect((await ask('DELETE', bank.path, { ids: [ref] }, { 'If-Match': '"1", "2"' })).status).toBe(400)
    expect((await ask('DELETE', bank.path, { ids: [ref] }, { 'If-Match': 'one' })).status).toBe(400)
  })
})

describe('listing', () => {
  it('counts anew as soon as something changed', async () => {
    const total = async () => (await ask('GET', `${bank.path}?query=search:unik`)).body.total_record
    expect(await total()).toBe(0)
    const { id } = await create({ bank_name: 'Bank Unik' })
    expect(await total()).toBe(1)
    await ask('DELETE', bank.path, { ids: [id] })
    expect(await total()).toBe(0)
  })

  it.each([
    ['query=secret:1', 'query', 'unknown_field'],
    ['query=bank_name:BCA', 'query', 'unknown_field'],
    ['query=is_active:maybe', 'query', 'pair'],
    ['query=created_at:yesterday..', 'query', 'range'],
    [`query=${'is_active:true,'.repeat(200)}is_active:false`, 'query', 'pair'],
    ['sort=password desc', 'sort', 'unknown_field'],
    ['sort=bank_name; drop table banks', 'sort', 'sort'],
    ['page=0', 'page', 'number'],
    ['size=100001', 'size', 'number'],
  ])('refuses %s', async (query, parameter, code) => {
    const response = await ask('GET', `${bank.path}?${query}`)
    expect(response).toMatchObject({ status: 422, body: { fields: { [parameter]: { code } } } })
  })
})
