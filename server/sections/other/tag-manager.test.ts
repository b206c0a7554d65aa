import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { createApp } from '#server/app.ts'
import { changes } from '#server/db/tables/platform.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'root', true))
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())

const makeTag = async (name: string): Promise<number> => (await ask('POST', tagManager.path, { name })).body.data.id
const usedBy = async (id: number): Promise<number> =>
  (await ask('GET', `${tagManager.path}?size=1000`)).body.data.find((row: { id: number }) => row.id === id).used

async function taggedRoom(tag: string[]): Promise<{ id: number; ref: string }> {
  const room = await makeRoom(test.platform, number)
  expect((await ask('PUT', `${chatPlatform.path}/tag`, { ids: [room.ref], tag })).status).toBe(200)
  return room
}
let made = 0
async function taggedLead(tags: string[]): Promise<{ id: number; ref: string }> {
  const lead = { name: 'Budi', phone: `62813${String(++made).padStart(8, '0')}`, status: 'new', tags }
  const { status, body } = await ask('POST', leads.path, lead)
  expect([status, body.fields]).toEqual([201, undefined])
  return body.data
}
const tagsOf = async (room: { ref: string }, lead: { id: number }) => [
  (await ask('GET', `${chatPlatform.path}/${room.ref}`)).body.data.tag,
  (await ask('GET', `${leads.path}/${lead.id}`)).body.data.tags,
]
const found = async (path: string, query: string): Promise<number> =>
  (await ask('GET', `${path}?query=${encodeURIComponent(query)}`)).body.total_record
/** How often the feed speaks of them. */
const notified = async (area: string, refs: readonly string[]) =>
  (
    await test.platform.database.db
      .select()
      .from(changes)
      .where(and(eq(changes.area, area), inArray(changes.ref, [...refs])))
  ).length

it('a tag counts the leads and rooms that carry it', async () => {
  const id = await makeTag('istimewa')
  await taggedRoom(['istimewa', 'lain'])
  await taggedRoom(['lain'])
  await taggedLead(['istimewa'])
  expect(await usedBy(id)).toBe(2)
})

it('a tag is called by its new name wherever it is carried, found by it, and open consoles hear of it', async () => {
  const id = await makeTag('Pelanggan Éa')
  const [room, lead] = [await taggedRoom(['a', 'Pelanggan Éa', 'b']), await taggedLead(['Pelanggan Éa', 'b'])]
  const other = await taggedRoom(['a', 'b'])
  expect(await found(chatPlatform.path, 'tag:Juara')).toBe(0)
  const before = [await notified('chat-rooms', [room.ref]), await notified('leads', [lead.ref]), await notified('chat-rooms', [other.ref])]
  expect((await ask('PUT', `${tagManager.path}/${id}`, { name: 'Juara' }, { 'update-mask': 'name' })).status).toBe(200)
  expect(await tagsOf(room, lead)).toEqual([
    ['a', 'Juara', 'b'],
    ['Juara', 'b'],
  ])
  expect([await found(chatPlatform.path, 'tag:Juara'), await found(chatPlatform.path, 'search:juara')]).toEqual([1, 1])
  expect([await found(leads.path, 'tags:Juara'), await found(leads.path, 'search:juara')]).toEqual([1, 1])
  expect([await found(chatPlatform.path, 'search:pelanggan é'), await found(leads.path, 'search:pelanggan é')]).toEqual([0, 0])
  const after = [await notified('chat-rooms', [room.ref]), await notified('leads', [lead.ref]), await notified('chat-rooms', [other.ref])]
  expect(after.map((count, n) => count - (before[n] ?? 0))).toEqual([1, 1, 0])
  expect(await usedBy(id)).toBe(2)
})

it('stands once where it is called as another one is', async () => {
  const id = await makeTag('kembar')
  const [room, lead] = [await taggedRoom(['satu', 'dua', 'kembar']), await taggedLead(['kembar', 'dua', 'satu'])]
  await ask('PUT', `${tagManager.path}/${id}`, { name: 'satu' }, { 'update-mask': 'name' })
  expect(await tagsOf(room, lead)).toEqual([
    ['satu', 'dua'],
    ['satu', 'dua'],
  ])
})

it('a tag is carried by nobody once it is deleted', async () => {
  const id = await makeTag('lama')
  const [room, lead] = [await taggedRoom(['lama']), await taggedLead(['lama', 'tetap'])]
  expect((await ask('DELETE', `${tagManager.path}/${id}`)).status).toBe(200)
  expect(await tagsOf(room, lead)).toEqual([[], ['tetap']])
  expect([await found(chatPlatform.path, 'search:lama'), await found(leads.path, 'search:lama')]).toEqual([0, 0])
})
