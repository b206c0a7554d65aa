import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'
import { offerTemplates, type Template } from '../rooms/templates.ts'
import type { ChannelAdapter, Refusal } from './channel.ts'
import { createTemplateSource } from './template-cache.ts'

let test: TestPlatform
let ask: TestRequest
let number = 0
let responses: ReturnType<typeof vi.fn<ChannelAdapter['templates']>>
let room: Awaited<ReturnType<typeof makeRoom>>

const reminder: Template = { name: 'pengingat', language: 'id', body: 'Kelas Anda besok.', places: 0 }
const busy: Refusal = { reason: 'Service unavailable (131016)', next: 'retry' }

beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm']))
  number = await makeNumber(test.platform)
  room = await makeRoom(test.platform, number)
})
afterAll(() => test.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  responses = vi.fn<ChannelAdapter['templates']>(async () => [reminder])
  offerTemplates(
    'simulator',
    createTemplateSource(test.platform, () => ({ templates: responses })),
  )
})
afterEach(() => vi.useRealTimers())

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

function send(template: string, key: string = randomUUID()) {
  const body = new FormData()
  body.append('room', room.ref)
  body.append('template', template)
  return ask('POST', `${section.path}/send-message`, body, { 'idempotency-key': key })
}

it('a template that cannot be read is no refusal: the same message goes once the provider answers', async () => {
  responses.mockResolvedValueOnce(busy)
  const key = randomUUID()
  const first = await send('pengingat', key)
  expect([first.status, Number(first.headers.get('retry-after'))]).toEqual([503, 15])
  expect((await ask('GET', `${section.path}/templates?whatsapp_number=${number}`)).status).toBe(503)
  expect(responses).toHaveBeenCalledTimes(1)
  later(16)
  expect((await send('pengingat', key)).status).toBe(201)
})

it('a slow provider of templates blocks nobody', async () => {
  let response: (list: Template[]) => void = () => undefined
  responses.mockReturnValueOnce(
    new Promise((resolve) => {
      response = resolve
    }),
  )
  const sending = Promise.all([send('pengingat'), send('pengingat')])
  await vi.waitFor(() => expect(responses).toHaveBeenCalled())
  await receive(test.platform, [fromCustomer(number, room.customer_phone)])
  expect((await ask('PUT', `${section.path}/notes`, { ids: [room.ref], notes: 'Menunggu' })).status).toBe(200)
  response([reminder])
  expect((await sending).map(({ status }) => status)).toEqual([201, 201])
  expect(responses).toHaveBeenCalledTimes(1)
})

it('goes on with what it held when the provider fails, and refuses alone what it knows is not there', async () => {
  expect((await send('pengingat')).status).toBe(201)
  later(301)
  responses.mockResolvedValueOnce(busy)
  expect((await send('pengingat')).status).toBe(201)
  expect((await send('baru')).status).toBe(503)
  later(16)
  expect((await send('baru')).body.fields).toHaveProperty('template')
})

it('asks again for one that was approved after the others were read', async () => {
  expect((await send('pengingat')).status).toBe(201)
  responses.mockResolvedValueOnce([reminder, { ...reminder, name: 'baru' }])
  later(16)
  expect((await send('baru')).status).toBe(201)
})
