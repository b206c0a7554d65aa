import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const path = '/crm/in/v1/sales-shift'
let test: TestPlatform
let ani: Person
let support: Person
let asAni: TestRequest
let asBudi: TestRequest
let asSupport: TestRequest
let asManager: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  ani = await makePerson(test.platform, ['get crm', 'update crm'], 'Sales')
  support = await makePerson(test.platform, ['get crm', 'update crm'], 'Support')
  asAni = requestAs(app, ani)
  asBudi = requestAs(app, await makePerson(test.platform, ['get crm', 'update crm'], 'Sales Retensi'))
  asSupport = requestAs(app, support)
  asManager = requestAs(app, await makePerson(test.platform, ['get assign-sales', 'update assign-sales'], 'Admin'))
})
afterAll(() => test.close())

describe('a shift', () => {
  it('begins and ends by oneself, and is counted of account executives alone', async () => {
    expect((await asAni('GET', path)).body).toEqual({ is_active: false, num_online: 0 })
    expect((await asAni('PUT', path, { is_active: true })).body).toEqual({ message: 'Status updated successfully' })
    await asSupport('PUT', path, { is_active: true })
    expect((await asAni('GET', path)).body).toEqual({ is_active: true, num_online: 1 })
    expect((await asSupport('GET', path)).body).toEqual({ is_active: true, num_online: 1 })
    await asBudi('PUT', path, { is_active: true })
    expect((await asManager('GET', `${path}/count`)).body).toEqual({ num_online: 2 })
    await asAni('PUT', path, { is_active: false })
    expect((await asManager('GET', `${path}/count`)).body).toEqual({ num_online: 1 })
  })

  it('of others is seen and turned with assign-sales alone', async () => {
    expect((await asAni('GET', `${path}/list`)).status).toBe(403)
    expect((await asAni('PUT', `${path}/assign`, { user_id: ani.id, is_active: true })).status).toBe(403)
    expect((await asManager('PUT', `${path}/assign`, { user_id: ani.ref, is_active: true })).body.message).toBe(
      'Status updated successfully',
    )
    const { body } = await asManager('GET', `${path}/list?size=1000`)
    expect(body.data).toHaveLength(2)
    expect(body.data).toContainEqual({ id: ani.id, name: expect.stringMatching(/^Person/), is_active: true })
    const named = `${path}/list?query=search:${encodeURIComponent(body.data[1].name)}`
    expect((await asManager('GET', named)).body).toMatchObject({ total_record: 1, data: [body.data[1]] })
    expect((await asManager('GET', `${path}/list?page=2&size=1`)).body.data).toEqual([body.data[1]])
    expect((await asManager('PUT', `${path}/assign`, { user_id: support.id, is_active: true })).body.fields).toHaveProperty('user_id')
  })
})
