import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PresenceEvent } from '#contract/chat/events.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { type Presence, type RoomSubscriber, startPresence } from './presence.ts'

let test: TestPlatform
let presence: Presence
beforeAll(async () => {
  test = await testPlatform()
  presence = await startPresence(test.platform)
})
afterAll(async () => {
  presence.stop()
  await test.close()
})

function onlooker(id: number, name: string): RoomSubscriber & { last(): PresenceEvent['people'] | undefined } {
  const notified: PresenceEvent[] = []
  return { id: randomUUID(), user: { id, name }, send: (event) => notified.push(event), last: () => notified.at(-1)?.people }
}
const soon = (check: () => void) => vi.waitFor(check, { interval: 5 })
/** Ids of no user in the test. */
const [aniId, budiId] = [1_001, 1_002]
const inHalfAMinute = () => Date.now() + 30_001

it('presence forgets typing earlier than the seat itself', async () => {
  const [ani, budi, room] = [onlooker(aniId, 'Ani'), onlooker(budiId, 'Budi'), randomUUID()]
  await presence.update(ani, room, false)
  await presence.update(budi, room, true)
  await soon(() => expect(ani.last()).toEqual([{ id: budiId, name: 'Budi', typing: true }]))
  await presence.sweep(inHalfAMinute())
  expect(ani.last()).toEqual([{ id: budiId, name: 'Budi', typing: false }])
})

it('presence shows a person once for all windows, and not to themselves', async () => {
  const [ani, budi, again, room] = [onlooker(aniId, 'Ani'), onlooker(budiId, 'Budi'), onlooker(budiId, 'Budi'), randomUUID()]
  await presence.update(ani, room, false)
  await presence.update(budi, room, false)
  await presence.update(again, room, true)
  await soon(() => expect(ani.last()).toEqual([{ id: budiId, name: 'Budi', typing: true }]))
  await soon(() => expect(budi.last()).toEqual([{ id: aniId, name: 'Ani', typing: false }]))
  await presence.update(again, null, false)
  await soon(() => expect(ani.last()).toEqual([{ id: budiId, name: 'Budi', typing: false }]))
})

it('a seat is released even if other processes cannot be notified', async () => {
  const { database } = test.platform
  const notify = vi.fn(database.notify)
  const apart = await startPresence({ ...test.platform, database: { ...database, notify } })
  const [ani, budi, room] = [onlooker(aniId, 'Ani'), onlooker(budiId, 'Budi'), randomUUID()]
  await apart.update(ani, room, false)
  await apart.update(budi, room, false)
  expect(ani.last()).toMatchObject([{ id: budiId }])
  notify.mockRejectedValueOnce(new Error('the line to the database broke'))
  await expect(apart.update(budi, null, false)).rejects.toThrow()
  expect(ani.last()).toEqual([])
  apart.stop()
})

it('presence has seats of other processes, by name, until they are silent', async () => {
  const [ani, room] = [onlooker(aniId, 'Ani'), randomUUID()]
  const citra = await makePerson(test.platform, [])
  await presence.update(ani, room, false)
  const { database } = test.platform
  await database.notify(database.db, 'presence', JSON.stringify({ process: 'another', seats: [['seat', citra.id, room, false]] }))
  await soon(() => expect(ani.last()).toEqual([{ id: citra.id, name: expect.stringMatching(/^Person/), typing: false }]))
  await presence.sweep(inHalfAMinute())
  expect(ani.last()).toEqual([])
})
