import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { section } from '#contract/kit/section/section.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { createApp } from '#server/app.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { mountFailures } from '#server/platform/core/failures.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { unregisterSections } from '../query/shape.ts'
import { serve } from '../serve.ts'

const account = section('test-account', {
  path: '/transaction/in/v1/accounts',
  permission: 'bank',
  title: 'bank_name',
  fields: bank.fields,
  list: { columns: ['bank_name'], search: [], filters: [], sort: 'bank_name asc' },
  calls: {
    close: { route: 'PUT /{id}/close', body: ['bank_branch'], when: { field: 'is_active', is: [true] }, optimistic: { is_active: false } },
    /** A write with GET, as in the base contract. */
    reopen: { route: 'GET /{id}/reopen', kind: 'mutation', permission: 'delete bank' },
    names: { route: 'GET /names', reply: { of: 'object', fields: {} } },
  },
})
const input = { bank_name: 'BCA', account_number: '1234567890', account_holder: 'PT Lapangan', bank_branch: 'Sudirman' }

let test: TestPlatform
let root: TestRequest
let clerk: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const app = new Hono()
  mountFailures(app, test.platform)
  const api = serve(account, banks, {
    calls: {
      close: ({ body }, { write }) =>
        write({ is_active: false, bank_branch: body.bank_branch }).then((data) => ({ message: 'Closed', data })),
      reopen: (_, { write }) => write({ is_active: true }).then((data) => ({ message: 'Open', data })),
      names: async () => ({ first: 'BCA' }),
    },
  })
  api.mount(app, test.platform)
  app.route('/', createApp(test.platform))
  root = requestAs(app, await makePerson(test.platform, [], 'Root', true))
  clerk = requestAs(app, await makePerson(test.platform, ['get bank', 'update bank'], 'Clerk'))
})
afterAll(() => unregisterSections('test-account'))
afterAll(() => test.close())

async function create(): Promise<{ id: number; ref: string }> {
  return (await root('POST', account.path, { ...input, is_active: true })).body.data
}
const history = async (id: number) => (await root('GET', `${account.path}/${id}/history`)).body.data

it('an added call changes the record in its transaction, with version and history', async () => {
  const { id } = await create()
  const closed = await clerk('PUT', `${account.path}/${id}/close`, { bank_branch: 'Tutup' })
  expect(closed).toMatchObject({ status: 200, body: { message: 'Closed', data: { is_active: false, bank_branch: 'Tutup', version: 2 } } })
  expect((await history(id))[0]).toMatchObject({
    action: 'update',
    changes: { is_active: [true, false], bank_branch: ['Sudirman', 'Tutup'] },
  })
})

it('an added call is refused if its condition is not met, for invisible records, and with wrong values', async () => {
  const { id } = await create()
  await clerk('PUT', `${account.path}/${id}/close`, { bank_branch: 'Tutup' })
  expect((await clerk('PUT', `${account.path}/${id}/close`, { bank_branch: 'Lagi' })).status).toBe(422)
  expect((await clerk('PUT', `${account.path}/999999/close`, { bank_branch: 'Lagi' })).status).toBe(404)
  const wrong = await clerk('PUT', `${account.path}/${id}/close`, { bank_branch: '<b>x</b>' })
  expect(wrong).toMatchObject({ status: 422, body: { fields: { bank_branch: { code: 'html' } } } })
  expect((await history(id)).length).toBe(2)
})

it('an added call needs its own permission, even with GET', async () => {
  const { id } = await create()
  await root('PUT', `${account.path}/${id}/close`, { bank_branch: 'Tutup' })
  expect((await clerk('GET', `${account.path}/${id}/reopen`)).status).toBe(403)
  expect(await root('GET', `${account.path}/${id}/reopen`)).toMatchObject({ status: 200, body: { data: { is_active: true, version: 3 } } })
})

it('an added call with a fixed path precedes the record of that name', async () => {
  expect(await clerk('GET', `${account.path}/names`)).toMatchObject({ status: 200, body: { first: 'BCA' } })
})
