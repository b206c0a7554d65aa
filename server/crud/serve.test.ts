import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bank } from '#contract/sections/bank.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'

let test: TestPlatform
let app: Hono
let root: Person

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  root = await makePerson(test.platform, [], 'Root', true)
})
afterAll(() => test.close())

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await app.request(path, {
    method,
    headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const input = { bank_name: 'BCA', account_number: '1234567890', account_holder: 'PT Lapangan', bank_branch: 'Sudirman' }

describe('bank', () => {
  it('creates, lists, reads, updates and deletes', async () => {
    const created = await call('POST', bank.path, input)
    expect(created).toMatchObject({ status: 201, body: { data: { ...input, is_active: true, company_code: 'EMT', version: 1 } } })
    const { id, ref } = created.body.data
    const listed = await call('GET', `${bank.path}?query=search:bca&sort=bank_name asc`)
    expect(listed.body).toMatchObject({ total_record: 1, data: [{ id }] })
    const updated = await call(
      'PUT',
      `${bank.path}/${ref}`,
      { bank_branch: 'Thamrin' },
      { 'Update-Mask': 'bank_branch', 'If-Match': '"1"' },
    )
    expect(updated).toMatchObject({ status: 200, body: { data: { bank_name: 'BCA', bank_branch: 'Thamrin', version: 2 } } })
    const stale = await call('PUT', `${bank.path}/${ref}`, input, { 'If-Match': '"1"' })
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale', current: { version: 2 } } })
    expect(await call('DELETE', bank.path, { ids: [id] })).toMatchObject({ status: 200 })
    expect(await call('DELETE', bank.path, { ids: [id] })).toMatchObject({ status: 404 })
  })
  it('leads', async () => {
    const created = await call('POST', '/crm/in/v1/lead', { name: 'Budi', phone: '6281234567890', status: 'new' })
    expect(created).toMatchObject({ status: 201, body: { data: { status: 'new', sales: 0 } } })
    const l = await call('GET', '/crm/in/v1/lead?query=status:new,sales:0,search:BUD')
    expect(l.body).toMatchObject({ total_record: 1 })
    for (const path of [
      '/crm/in/v1/campaign',
      '/admin/in/v1/users',
      '/admin/in/v1/roles',
      '/content/in/v2/for-you',
      '/crm/in/v1/tag-manager',
      '/crm/in/v1/autotext',
    ])
      expect([path, (await call('GET', path)).status]).toEqual([path, 200])
  })
})
