import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message, MessagePage } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chatTables, compareMessages, maxMessages, readRun, refillRooms, replaceMessages, storeEvents } from '../outbox/store/chat-cache.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { clearMemory, runsStore, takeMessage } from './memory.ts'
import { extendRun, jump, openRun, readAgain, showNewest } from './runs.ts'
import { places, refOf, testEvent, testMessage, testRoom } from './test-chat.ts'

const room = refOf('room', 1)
const here = vi.hoisted(() => ({
  request: async (_query: Record<string, number>, _params: Record<string, string>): Promise<unknown> => null,
  db: undefined as unknown,
}))
vi.mock('../api/request.ts', () => ({
  request: (_call: unknown, { query = {}, params = {} }) => here.request(query, params),
}))
vi.mock('../cache/db.ts', () => ({ ownerDatabase: () => here.db }))
vi.mock('./running.ts', () => ({ waitUntilStored: async () => undefined }))

/** A server with one room, whose pages go by (created_at, place), and the device of one person. */
async function openWorld(count: number) {
  clearMemory()
  const db = new OwnerDatabase(uuidv7())
  here.db = db
  await refillRooms(db, [testRoom(1)], new Set(), 'c0')
  const writtenAt = (place: number, minutesLate: number) =>
    testMessage(1, place, { created_at: testMessage(1, Math.max(0, place - minutesLate)).created_at })
  const list = Array.from({ length: count }, (_, n) => writtenAt(n + 1, n % 7 === 3 ? 60 : n % 50 === 9 ? 10_080 : 0)).sort(compareMessages)
  const add = (minutesLate: number): Message => {
    const message = writtenAt(list.length + 1, minutesLate)
    list.splice(list.findLastIndex((one) => compareMessages(one, message) < 0) + 1, 0, message)
    return message
  }
  /** Events of messages that come while the next page is on its way. */
  let meanwhile: readonly number[] = []
  const arrive = async (late: readonly number[]) => {
    for (const minutes of late) {
      const message = add(minutes)
      const isGap = takeMessage(message) === 'gap'
      await storeEvents(db, [testEvent(message.place, testRoom(1), message)], 'x')
      if (isGap) await openRun(room)
    }
  }
  const at = (place: number | undefined) => list.findIndex((message) => message.place === place)
  const slice = (from: number, to: number): MessagePage => ({
    messages: list.slice(Math.max(0, from), to),
    older: from > 0,
    newer: to < list.length,
  })
  here.request = async ({ before, after, limit = 100 }, { chat_id }) => {
    const around = list.findIndex(({ ref }) => ref === chat_id)
    const end = before === undefined ? list.length : at(before)
    const page = chat_id
      ? slice(around - 25, around + 26)
      : after === undefined
        ? slice(end - limit, end)
        : slice(at(after) + 1, at(after) + 1 + limit)
    const now = meanwhile
    meanwhile = []
    await arrive(now)
    return page
  }
  const run = () => runsStore.get().get(room)
  return {
    db,
    list,
    run,
    arrive,
    add,
    during: (late: readonly number[]) => {
      meanwhile = late
    },
    /** The run is a part of the room without a gap, and the device has its end. */
    async check() {
      const { messages = [], older = true, newer = true } = run() ?? {}
      const from = at(messages[0]?.place)
      expect(places(messages)).toEqual(places(list.slice(from, from + messages.length)))
      if (!older) expect(from).toBe(0)
      if (!newer) expect(from + messages.length).toBe(list.length)
      // What it has to read again may lack something; `fill.ts` does so.
      const page = (await db.rooms.get(room))?.stale && ((await here.request({ limit: maxMessages }, {})) as MessagePage)
      if (page) await db.transaction('rw', chatTables(db), () => replaceMessages(db, room, page))
      expect((await db.rooms.get(room))?.stale).toBe(false)
      const cached = await readRun(db, room)
      if (cached.messages.length) expect(places(cached.messages)).toEqual(places(list.slice(-cached.messages.length)))
    },
  }
}

let world: Awaited<ReturnType<typeof openWorld>>
afterEach(() => world.db.close())

test('a room of 5,000 with late messages is read up to its first one and back, each once and in order, and its end offline', async () => {
  world = await openWorld(5_000)
  const { list, run } = world
  await openRun(room)
  const seen = new Set(places(run()?.messages ?? []))
  for (const end of ['older', 'newer'] as const)
    while (run()?.[end]) {
      await extendRun(room, end)
      for (const place of places(run()?.messages ?? [])) seen.add(place)
      await world.check()
    }
  expect(seen.size).toBe(5_000)
  expect(places((await readRun(world.db, room)).messages)).toEqual(places(list.slice(-maxMessages)))
})

const lateness = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(0.5, 1, 60, 150, 250, 10_080))
const several = fc.array(lateness, { maxLength: 3 })
const step = fc.oneof(
  several.map((messages) => ({ is: 'arrive' as const, messages })),
  fc.record({ is: fc.constantFrom('older' as const, 'newer' as const, 'open' as const, 'end' as const), messages: several }),
  fc.record({ is: fc.constant('jump' as const), to: fc.nat(349), messages: several }),
  fc.record({ is: fc.constant('lost' as const), missed: several, messages: several }),
)

test('whatever comes late while pages are read, jumped to, missed and read again, nothing is lost, doubled or out of order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      world = await openWorld(350)
      await openRun(room)
      for (const one of steps) {
        world.during(one.is === 'arrive' ? [] : one.messages)
        if (one.is === 'arrive') await world.arrive(one.messages)
        else if (one.is === 'older' || one.is === 'newer') await extendRun(room, one.is)
        else if (one.is === 'open') await openRun(room)
        else if (one.is === 'end') await showNewest(room)
        else if (one.is === 'jump') await jump(room, world.list[one.to]?.ref ?? '')
        else if (one.is === 'lost') {
          for (const minutes of one.missed) world.add(minutes)
          await refillRooms(world.db, [testRoom(1)], new Set(), 'c1')
          // A part in the middle is left where it is, as it was.
          if (world.run()?.newer) await showNewest(room)
          await readAgain()
        }
        world.during([])
        await world.check()
      }
      world.db.close()
    }),
    { numRuns: 8 },
  )
})
