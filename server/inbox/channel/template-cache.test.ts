import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readTemplate, type Template } from '#contract/chat/template.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'
import { forgetTemplates, offerTemplates } from '../rooms/templates.ts'
import type { ChannelAdapter, Refusal } from './channel.ts'
import { createTemplateSource } from './template-cache.ts'

let test: TestPlatform
let ask: TestRequest
let number = 0
let responses: ReturnType<typeof vi.fn<ChannelAdapter['templates']>>
let room: Awaited<ReturnType<typeof makeRoom>>

const reminder: Template = readTemplate({ name: 'pengingat', language: 'id', body: 'Kelas Anda besok.' })
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

it('a template that is in review is refused in words, and asked for again once it is approved', async () => {
  responses.mockResolvedValueOnce([{ ...reminder, status: 'PENDING' }])
  const refused = await send('pengingat')
  expect([refused.status, refused.body.fields.template.code]).toEqual([422, 'template_status'])
  later(16)
  expect((await send('pengingat')).status).toBe(201)
})

it('the list is read again at once when the provider says that it is out of date', async () => {
  expect((await send('pengingat')).status).toBe(201)
  responses.mockResolvedValueOnce([{ ...reminder, status: 'PAUSED' }])
  expect((await send('pengingat')).status).toBe(201)
  forgetTemplates(number)
  expect((await send('pengingat')).body.fields.template.code).toBe('template_status')
})

it('asks again for one that was approved after the others were read', async () => {
  expect((await send('pengingat')).status).toBe(201)
  responses.mockResolvedValueOnce([reminder, { ...reminder, name: 'baru' }])
  later(16)
  expect((await send('baru')).status).toBe(201)
})
