import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { searchText } from './rooms.ts'

let test: TestPlatform
let ask: TestRequest
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm'], 'Manager'))
})
afterAll(() => test.close())

/** A room without a number, to which a template was sent. */
async function nameless(username: string | null, template: string) {
  const { id } = await makeRoom(test.platform, number)
  const values = { customer_phone: '', customer_name: null, username }
  const [room] = await test.platform.database.db
    .update(rooms)
    .set({ ...values, search_text: searchText(values) })
    .where(eq(rooms.id, id))
    .returning()
  if (!room) throw new Error('the room is gone')
  const sent = { ref: uuidv7(), room: id, place: 50, kind: 'text', content: template, is_admin: true, status: 'sent', template }
  await test.platform.database.db.insert(messages).values(sent)
  return room
}

it('two rooms without a number are two customers: neither shows broadcasts of the other', async () => {
  const [one] = [await nameless('rina.uji', 'promo_rina'), await nameless(null, 'promo_joko')]
  const { body } = await ask('GET', `${section.path}/broadcast-history/room/${one.ref}/contact/${one.ref}`)
  expect(body.data.map(({ template }: { template: string }) => template)).toEqual(['promo_rina'])
})

it('a username is on the wire and is found with and without its sign', async () => {
  const { ref } = await nameless('joko_99', 'promo')
  for (const search of ['joko_99', '@joko_99', '@JOKO']) {
    const { body } = await ask('GET', `${section.path}?query=search:${encodeURIComponent(search)}`)
    expect(body.data.map((room: { ref: string }) => room.ref)).toEqual([ref])
  }
  expect((await ask('GET', `${section.path}/${ref}`)).body.data).toMatchObject({
    customer_phone: '',
    username: 'joko_99',
    username_until: null,
  })
})
