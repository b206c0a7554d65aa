import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { roomPromotions, chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { makePerson, type Person } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, roomOf } from '#tests/support/chat.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'

let world: CloudNumber
let test: CloudNumber['test']
let number = 0
let owner: Person
let ask: TestRequest
let manager: TestRequest
beforeAll(async () => {
  world = await openCloudNumber()
  ;({ test, number } = world)
  owner = await makePerson(test.platform, ['get crm', 'update crm'], 'Sales')
  ask = requestAs(world.app, owner)
  manager = requestAs(world.app, await makePerson(test.platform, ['get crm', 'update crm'], 'Manager'))
})
afterAll(() => world.close())

const shown = async (ref: string) => (await manager('GET', `${section.path}/${ref}`)).body.data
const say = (phone: string, content: string, to = number) => receive(test.platform, [fromCustomer(to, phone, { content })])

/** A room of the owner's whose customer stopped promotions in words. */
async function stoppedRoom(phone: string) {
  await say(phone, 'STOP')
  await test.platform.database.db.update(rooms).set({ assignee_sales: owner.id }).where(eq(rooms.customer_phone, phone))
  return (await roomOf(test.platform, phone)).ref
}

it('example 51: who looks after the chat takes a stop in words back, at all our numbers, and the room says who did', async () => {
  const second = await makeNumber(test.platform)
  const ref = await stoppedRoom('6281200000511')
  await say('6281200000511', 'Halo', second)
  const rows = () => manager('GET', `${section.path}?query=search:6281200000511`)
  const states = async () => (await rows()).body.data.map(({ promotions_stopped }: Record<string, unknown>) => promotions_stopped)
  expect(await states()).toEqual(['own', 'own'])
  const others = await manager('PUT', roomPromotions.path, { ids: [ref] })
  expect(others).toMatchObject({ status: 403, body: { reason: { code: 'promotions_owner' } } })
  const { promotions_stopped_at } = await shown(ref)
  expect((await ask('PUT', roomPromotions.path, { ids: [ref], was: { promotions_stopped_at } })).body.success_entities).toMatchObject([
    { ref },
  ])
  expect(await states()).toEqual([null, null])
  const { body } = await ask('GET', `${section.path}/conversation/${ref}`)
  expect(body.messages.at(-1)).toMatchObject({ kind: 'note', note_of: 'optInByUs', values: { name: expect.stringMatching(/^Person/) } })
  const history = await ask('GET', sectionCall(section, 'history').path.replace('{id}', ref))
  expect(history.body.data[0]).toMatchObject({
    created_by: expect.stringMatching(/^Person/),
    changes: { promotions_stopped: ['own', null] },
  })
  // A new word holds again.
  await say('6281200000511', 'berhenti')
  expect(await states()).toEqual(['own', 'own'])
})

it('a stop after what the device had seen stays, and one in WhatsApp is the customer’s alone', async () => {
  const ref = await stoppedRoom('6281200000512')
  const before = new Date(Date.parse((await shown(ref)).promotions_stopped_at) - 1_000).toISOString()
  expect((await ask('PUT', roomPromotions.path, { ids: [ref], was: { promotions_stopped_at: before } })).status).toBe(200)
  expect((await shown(ref)).promotions_stopped).toBe('own')
  const from = { phone: '6281200000512', bsuid: null, parent: null, name: null }
  await receive(test.platform, [{ type: 'preference', number, from, isStopped: true, at: new Date().toISOString() }])
  const refused = await ask('PUT', roomPromotions.path, { ids: [ref] })
  expect(refused).toMatchObject({ status: 422, body: { reason: { code: 'promotions_whatsapp' } } })
  expect((await shown(ref)).promotions_stopped).toBe('whatsapp')
})
