import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whatsappNumber, whatsappNumberTypes } from '#contract/sections/other/whatsapp-number.ts'
import { createApp } from '#server/app.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { createSecretBox } from '#server/platform/core/secret-box.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeRoom, roomOf } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { channelOf } from '../channel/channel.ts'
import { startCredentials } from './credentials.ts'

const { path } = whatsappNumber
let test: TestPlatform
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
})
afterAll(() => test.close())

const cloud = {
  name: 'Utama',
  type: 'sales',
  channel: 'cloud',
  phone_number_id: '1089',
  access_token: 'token rahasia',
  app_secret: 'kunci rahasia',
}
const stored = async (id: number) => (await test.platform.database.db.select().from(whatsappNumbers).where(eq(whatsappNumbers.id, id)))[0]

const credentials = async (id: number) => {
  const number = await stored(id)
  return [number?.access_token, number?.app_secret].map((sealed) => sealed && test.platform.secretBox.open(sealed))
}

it('are of sales or of support', () => expect(whatsappNumberTypes).toEqual(['sales', 'support']))

describe('credentials', () => {
  it('are written, never answered, and stay when they are not sent', async () => {
    const made = await ask('POST', path, { ...cloud, phone: '628111000101' })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    const responses = [made, await ask('GET', `${path}/${id}`), await ask('GET', path)]
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toMatch(/rahasia|access_token|app_secret/)
    const { access_token: _, app_secret: __, ...rest } = cloud
    expect((await ask('PUT', `${path}/${id}`, { ...rest, phone: '628111000101', name: 'Utama baru' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ name: 'Utama baru' })
    expect(await credentials(id)).toEqual(['token rahasia', 'kunci rahasia'])
  })

  it('lie encrypted in the database, also those of an earlier version, and say when they no longer open', async () => {
    const { body } = await ask('POST', path, { ...cloud, phone: '628111000107' })
    const { id } = body.data
    expect(JSON.stringify(await stored(id))).not.toContain('rahasia')
    await test.platform.database.db
      .update(whatsappNumbers)
      .set({ access_token: 'of before', app_secret: null })
      .where(eq(whatsappNumbers.id, id))
    await startCredentials(test.platform)
    expect(JSON.stringify(await stored(id))).not.toContain('of before')
    expect(await credentials(id)).toEqual(['of before', null])
    expect((await stored(id))?.status).toBe('connected')

    const secretBox = createSecretBox({ secretKey: 'the key of another installation, as long', dataDir: '' })
    const elsewhere = { ...test.platform, secretBox }
    await startCredentials(elsewhere)
    const number = await stored(id)
    expect(number).toMatchObject({ status: 'error', status_reason: expect.stringContaining('Enter them again') })
    if (!number) throw new Error('the number is gone')
    expect(await channelOf(elsewhere, number).markRead(number, 'x')).toMatchObject({
      next: 'give up',
      number: true,
      reason: number.status_reason,
    })
  })

  it('go with the Cloud API', async () => {
    const { body } = await ask('POST', path, { ...cloud, phone: '628111000102' })
    await ask('PUT', `${path}/${body.data.id}`, { name: 'Utama', type: 'sales', channel: 'simulator', phone: '628111000102' })
    expect(await stored(body.data.id)).toMatchObject({ access_token: null, app_secret: null, phone_number_id: null })
  })
})

describe('a number', () => {
  const simulator = { name: 'Simulator', type: 'sales', channel: 'simulator' }

  it('is switched, and is nobody’s to start from while it is off', async () => {
    const { body } = await ask('POST', path, { ...simulator, phone: '628111000103' })
    const own = async () => (await ask('GET', `${path}/sales?size=1000`)).body.data.map((row: { id: number }) => row.id)
    expect(await own()).toContain(body.data.id)
    expect((await ask('PUT', `${path}/is-active`, { id: body.data.id, is_active: false })).body.data).toMatchObject({ is_active: false })
    expect(await own()).not.toContain(body.data.id)
  })

  it('is found by name and phone, and shown to nobody without the permission', async () => {
    const { body } = await ask('POST', path, { ...simulator, name: 'Cabang Timur', phone: '628111000106' })
    for (const query of ['search:cabang timur', 'search:8111000106'])
      expect((await ask('GET', `${path}?query=${encodeURIComponent(query)}`)).body.data).toMatchObject([{ id: body.data.id }])
    const other = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm'], 'Sales'))
    expect((await other('GET', path)).status).toBe(403)
    expect((await other('PUT', `${path}/is-active`, { id: body.data.id, is_active: false })).status).toBe(403)
  })

  it('that has rooms cannot be deleted, and tells them its new name', async () => {
    const { body } = await ask('POST', path, { ...simulator, phone: '628111000104' })
    const room = await makeRoom(test.platform, body.data.id)
    const refused = await ask('DELETE', `${path}/${body.data.id}`)
    expect([refused.status, refused.body.code]).toEqual([422, 'in_use'])
    await ask('PUT', `${path}/${body.data.id}`, { ...simulator, phone: '628111000104', name: 'Nama baru' })
    expect((await roomOf(test.platform, room.customer_phone)).whatsapp_number_name).toBe('Nama baru')
  })

  it('without rooms can be deleted, and is one of a kind', async () => {
    const { body } = await ask('POST', path, { ...simulator, phone: '628111000105' })
    expect((await ask('POST', path, { ...simulator, phone: '628111000105' })).body.fields).toHaveProperty('phone')
    expect((await ask('DELETE', `${path}/${body.data.id}`)).status).toBe(200)
  })
})
