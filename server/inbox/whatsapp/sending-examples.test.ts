/** The worked examples of what we send (docs/product/chat.md#states-of-messages, #address), by their numbers, with payloads as they come. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chatEvents } from '#contract/chat/http-events.ts'
import { sendMessage } from '#contract/chat/messages.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { marketingOptOuts, webhookItems } from '#server/db/tables/webhook.ts'
import { makePerson } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs } from '#tests/support/request.ts'
import { readPayload } from '#tests/support/webhook-payloads.ts'
import { createDeliverer } from '../channel/deliver.ts'
import { startTemplates } from '../channel/template-cache.ts'
import { receive } from '../inbound/receive.ts'

let world: CloudNumber
let test: CloudNumber['test']
let cloud: CloudNumber['cloud']
let app: CloudNumber['app']
beforeAll(async () => {
  world = await openCloudNumber()
  ;({ test, cloud, app } = world)
  await startTemplates(test.platform)
})
afterAll(() => world.close())
beforeEach(() => test.platform.database.db.execute(sql`truncate rooms, webhook_items, marketing_opt_outs cascade`))

const arrive = (...payloads: Parameters<CloudNumber['arrive']>) => world.arrive(...payloads)

const text = (from: object, timestamp = String(Math.floor(Date.now() / 1_000))) =>
  cloud.about({ messages: [{ ...from, id: `wamid.t${timestamp}`, timestamp, type: 'text', text: { body: 'Halo' } }] })

async function only() {
  const [room, ...others] = await test.platform.database.db.select().from(rooms)
  if (!room || others.length) throw new Error('there is not one room')
  return room
}

/** A message of ours that WhatsApp took under this id, to the customer who wrote last. */
async function sent(provider_id: string, values: Partial<typeof messages.$inferInsert> = {}): Promise<number> {
  const { db } = test.platform.database
  const room = await only()
  const row = { room: room.id, place: room.next_place, kind: 'text', content: 'Baik', is_admin: true, status: 'sent', provider_id }
  const [made] = await db
    .insert(messages)
    .values({ ...row, ...values })
    .returning({ id: messages.id })
  await db
    .update(rooms)
    .set({ next_place: room.next_place + 1 })
    .where(eq(rooms.id, room.id))
  return made?.id ?? 0
}

const read = async (id: number) => (await test.platform.database.db.select().from(messages).where(eq(messages.id, id)))[0]

it('example 31: states keep price and time, show the username, and find their message without a phone', async () => {
  await arrive(100)
  const [first, second] = [await sent('wamid.PUB9100', { status: 'queued' }), await sent('wamid.PUB9101')]
  const [third, fourth] = [await sent('wamid.PUB9102'), await sent('wamid.PUB9103')]
  await arrive(138, 139)
  expect(await only()).toMatchObject({ username: 'rina_baru', customer_phone: '6285790000100' })
  await arrive(140, 141)
  expect(await read(first)).toMatchObject({ status: 'sent', pricing: { type: 'regular', category: 'marketing', billable: true } })
  expect(await read(second)).toMatchObject({ status: 'delivered', pricing: { type: 'free_entry_point' } })
  expect(await read(third)).toMatchObject({ status: 'read', status_times: { read: new Date(1_795_838_140_000).toISOString() } })
  expect(await read(fourth)).toMatchObject({ status: 'read', chips: [{ chip: 'played' }] })
})

it('example 32: a failure has words, an opt-out is kept, and 131047 shuts the window', async () => {
  await arrive(text({ from_user_id: 'ID.13491208655302000143' }))
  const [lost, stopped] = [await sent('wamid.PUB9104'), await sent('wamid.PUB9105')]
  await arrive(142, 143)
  expect(await read(lost)).toMatchObject({ status: 'failed', failure: 'Message Undeliverable. (131026)' })
  expect(await read(stopped)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/\(131050\)$/) })
  expect(await test.platform.database.db.select().from(marketingOptOuts)).toHaveLength(1)
  const payload = readPayload(48)
  const [status] = payload.entry[0]?.changes[0]?.value.statuses ?? []
  await sent(status.id, { created_at: new Date(Date.now() + 1_000).toISOString() })
  Object.assign(status, { timestamp: String(Math.floor(Date.now() / 1_000) - 1) })
  Object.assign(payload.entry[0]?.changes[0]?.value.metadata, { phone_number_id: cloudAccount.phone_number_id })
  await arrive(payload)
  expect(Date.parse((await only()).window_until ?? '')).toBeLessThanOrEqual(Date.now())
})

it('example 33: better news replaces a failure, and what is no state here changes nothing', async () => {
  await arrive(100)
  const id = await sent('wamid.PUB9101', { status: 'failed', failure: 'Odd (1)' })
  await arrive(139)
  expect(await read(id)).toMatchObject({ status: 'delivered', failure: null })
  for (const status of ['sent', 'warning', 'deleted']) {
    const item = { id: 'wamid.PUB9101', status, timestamp: '1795838150', recipient_id: '6285790000100' }
    await arrive(cloud.about({ statuses: [item] }))
  }
  expect(await read(id)).toMatchObject({ status: 'delivered' })
})

it('example 34: a state of a group is kept for the log alone', async () => {
  await arrive(100)
  const id = await sent('wamid.PUB9106')
  await arrive(144)
  expect(await read(id)).toMatchObject({ status: 'sent' })
  const items = await test.platform.database.db.select().from(webhookItems)
  expect(items.map(({ outcome }) => outcome)).toContain('logged')
})

it('example 53: a person without a number is written to by user id, and by number once it is known', async () => {
  const deliverer = createDeliverer(test.platform)
  const write = async () => {
    const message = await sent('', { provider_id: null, status: 'queued' })
    await test.platform.database.db.insert(deliveries).values({ message, room: (await only()).id })
    await deliverer.drain()
    const { to, recipient } = cloud.sent.at(-1) ?? {}
    return { to, recipient }
  }
  await arrive(133)
  expect(await write()).toEqual({ to: undefined, recipient: 'ID.13491208655302000133' })
  await arrive(134)
  expect(await write()).toEqual({ to: '6285790000134', recipient: undefined })
})

it('examples 9 and 53: a person without a number is asked for it once, and what they share answers the question', async () => {
  await arrive(
    cloud.about({
      messages: [
        {
          from_user_id: 'ID.13491208655302000110',
          id: 'wamid.q',
          ...{ timestamp: String(Math.floor(Date.now() / 1_000)) },
          type: 'text',
          text: { body: 'Halo' },
        },
      ],
    }),
  )
  const room = await only()
  const ask = requestAs(app, await makePerson(test.platform, ['get crm', 'update crm'], 'Root'))
  const send = (values: object) =>
    ask('POST', sendMessage.path, { room: room.ref, content: 'Boleh minta nomornya?', asks_contact: true, ...values })
  expect((await send({ content: 'x'.repeat(1_025) })).body.fields).toHaveProperty('content')
  expect((await send({})).body.data).toMatchObject({ chips: [{ chip: 'contactRequest' }] })
  await createDeliverer(test.platform).drain()
  expect(cloud.sent.at(-1)).toMatchObject({
    recipient: 'ID.13491208655302000110',
    type: 'interactive',
    interactive: { type: 'request_contact_info', body: { text: 'Boleh minta nomornya?' }, action: { name: 'request_contact_info' } },
  })
  expect(await send({})).toMatchObject({ status: 422, body: { reason: { code: 'contact_asked' } } })
  // One that failed is no open question, and neither is one of yesterday.
  const own = eq(messages.is_admin, true)
  await test.platform.database.db.update(messages).set({ created_at: sql`now() - interval '25 hours'` }).where(own)
  expect((await send({})).status).toBe(201)
  await test.platform.database.db.update(messages).set({ status: 'failed' }).where(own)
  expect((await send({})).status).toBe(201)
  await arrive(110)
  expect(await only()).toMatchObject({ customer_phone: '6285790000110' })
  expect(await send({})).toMatchObject({ status: 422, body: { reason: { code: 'number_known' } } })
  await test.platform.database.db.update(rooms).set({ customer_phone: '', window_until: null })
  expect(await send({})).toMatchObject({ status: 422, body: { code: 'window_closed' } })
})

it('example 40: a person who stopped promotions gets no template of that category, and every other one', async () => {
  const body = [{ type: 'BODY', text: 'Halo' }]
  cloud.templates.push({ name: 'promo', language: 'id', status: 'APPROVED', category: 'MARKETING', components: body })
  cloud.templates.push({ name: 'tagihan', language: 'id', status: 'APPROVED', category: 'UTILITY', components: body })
  await arrive(text({ from: '6285790000152' }), 152)
  const person = await makePerson(test.platform, ['get crm', 'update crm'], 'Root')
  const room = await only()
  const send = (template: string) =>
    requestAs(app, person)('POST', sendMessage.path, { room: room.ref, template, template_language: 'id', values: [] })
  const refused = await send('promo')
  expect(refused).toMatchObject({ status: 422, body: { reason: { code: 'stopped_promotions' } } })
  expect((await send('tagihan')).status).toBe(201)
  const stopped = await requestAs(app, person)('GET', `${chatPlatform.path}/${room.ref}`)
  expect(stopped.body.data).toMatchObject({ promotions_stopped: 'whatsapp', promotions_stopped_at: expect.stringMatching(/^20.*Z$/) })
})

it('example 51: a stop in words holds in the rooms of all our numbers, whatever id the person has by then', async () => {
  const second = await makeNumber(test.platform, { channel: 'cloud', phone: '628110000009', ...cloudAccount, phone_number_id: '9' })
  const person = await makePerson(test.platform, ['get crm', 'update crm'], 'Root')
  const ask = requestAs(app, person)
  await arrive(100)
  await receive(test.platform, [fromCustomer(second, '6285790000100')])
  const begun = await ask('GET', chatEvents.path)
  await arrive(
    cloud.about({ messages: [{ from: '6285790000100', id: 'wamid.s', timestamp: '1795830100', type: 'text', text: { body: 'Stop' } }] }),
  )
  const { body } = await ask('GET', `${chatEvents.path}?cursor=${encodeURIComponent(begun.body.cursor)}`)
  const changed = (body.events as { data: Record<string, unknown> }[]).map(({ data }) => [data.whatsapp_number, data.promotions_stopped])
  expect(changed).toContainEqual([second, 'own'])
  await arrive(121)
  const rows = await ask('GET', chatPlatform.path)
  expect(rows.body.data.map(({ promotions_stopped }: { promotions_stopped: string }) => promotions_stopped)).toEqual(['own', 'own'])
  // The number that the person has since lifts what the former one said.
  const start = {
    from: '6285790000121',
    id: 'wamid.l',
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: 'text',
    text: { body: 'mulai' },
  }
  await arrive(cloud.about({ messages: [start] }))
  const [room] = (await ask('GET', `${chatPlatform.path}?query=search:6285790000121`)).body.data
  expect(room).toMatchObject({ customer_phone: '6285790000121', promotions_stopped: null, promotions_stopped_at: null })
})

it('a failure without a code is no failure of the number', async () => {
  await arrive(100)
  const id = await sent('wamid.PUB9104')
  await arrive(cloud.about({ statuses: [{ id: 'wamid.PUB9104', status: 'failed', timestamp: '1795838150', errors: [{ title: 'Odd' }] }] }))
  expect(await read(id)).toMatchObject({ status: 'failed', failure: 'Odd' })
})
