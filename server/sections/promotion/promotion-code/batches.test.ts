import { afterAll, expect, it } from 'vitest'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { createApp } from '#server/app.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'

const { path } = promotionCode
const test = await testPlatform()
afterAll(() => test.close())
const app = createApp(test.platform)
const person = await makePerson(test.platform, ['get product', 'create product', 'update product'])
const ask = requestAs(app, person)

async function made(prefix: string, count: number): Promise<string> {
  const terms = { discount_kind: 'percent', value: 10, type: 'all', start: '2026-01-01', end: '2099-12-31', name: `Undangan ${prefix}` }
  const { status, body } = await ask('POST', path, { ...terms, code: `${prefix}0` })
  expect(status, JSON.stringify(body)).toBe(201)
  expect((await ask('POST', `${path}/${body.data.id}/bulk`, { count, prefix })).status).toBe(200)
  return (await ask('GET', `${path}/batches`)).body.data[0].batch
}
const codesOf = async (batch: string, more = '') =>
  (await ask('GET', `${path}?size=1000&query=${encodeURIComponent(`batch:${batch}${more}`)}`)).body

it('codes that were made together are a batch with a name that people can say, and are listed and filtered by it', async () => {
  // With letters that no code is drawn from: among 1,002 codes one has any four others by chance, in one run of 170.
  const first = await made('KOPI', 3)
  const second = await made('DUA', 1_002)
  expect(first).toMatch(/^KOPI-\d{6}-[A-Z2-9]{4}$/)
  const { body } = await ask('GET', `${path}/batches?size=1`)
  expect(body).toMatchObject({ total_record: 2, next_page: 2 })
  expect(body.data).toMatchObject([
    { batch: second, name: 'Undangan DUA', codes: 1_002, used: 0, active: 1_002, created_by: expect.any(String) },
  ])
  expect((await ask('GET', `${path}/batches?query=search:KOPI`)).body.data).toMatchObject([{ batch: first, codes: 3 }])
  expect((await ask('GET', `${path}/batches?sort=batch`)).status).toBe(422)
  expect((await codesOf(first)).total_record).toBe(3)
  expect((await codesOf('nothing-like-it')).total_record).toBe(0)
})

it('a batch is switched off and on together, each code with its history', async () => {
  const batch = await made('TIGA', 1_002)
  const turn = (is_active: boolean) => ask('PUT', `${path}/batches`, { batch, is_active })
  const [one] = (await codesOf(batch)).data
  await ask('PUT', `${path}/${one.id}`, { is_active: false }, { 'Update-Mask': 'is_active' })
  expect((await turn(false)).status).toBe(200)
  expect((await codesOf(batch, ',is_active:false')).total_record).toBe(1_002)
  const listed = await ask('GET', `${path}/batches?query=${encodeURIComponent(`batch:${batch}`)}`)
  expect(listed.body.data).toMatchObject([{ active: 0 }])
  const last = (await codesOf(batch)).data.at(-1)
  const history = (await ask('GET', `${path}/${last.id}/history`)).body.data
  expect(history[0]).toMatchObject({ action: 'update', changes: { is_active: [true, false] } })
  // Inactive codes did not change again.
  expect((await ask('GET', `${path}/${one.id}`)).body.data.version).toBe(one.version + 1)
  expect((await turn(true)).status).toBe(200)
  expect((await codesOf(batch, ',is_active:true')).total_record).toBe(1_002)
  expect((await ask('PUT', `${path}/batches`, { batch: 'nothing-like-it', is_active: false })).status).toBe(404)
})

it('the file of a batch names it', async () => {
  const batch = await made('EMPAT', 2)
  const query = new URLSearchParams({ format: 'csv', query: `batch:${batch}`, columns: 'code,batch,is_active' })
  const file = await app.request(`${path}/export?${query}`, { headers: { authorization: `Bearer ${person.token}` } })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.slice(1).every((each) => each.includes(batch))).toBe(true)
})
