import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat/events.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { readCursor, readMessages, refillRooms } from '../outbox/store/chat-cache.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { createFeed } from './feed.ts'
import { clearMemory, roomsStore, runsStore, setRun } from './memory.ts'
import { places, refOf, testEvent, testMessage, testMessages, testRoom } from './test-chat.ts'

const room = refOf('room', 1)
let db: OwnerDatabase

beforeEach(async () => {
  clearMemory()
  db = new OwnerDatabase(uuidv7())
  await refillRooms(db, [testRoom(1)], new Set(), '0')
})
afterEach(() => db.close())

function open({ writes = true, start = '0' as string | null } = {}) {
  const notified = { gaps: [] as string[], resyncs: 0, counts: 0, events: [] as ChatEvent[] }
  const feed = createFeed(
    {
      db,
      writes: () => writes,
      onGap: (ref) => notified.gaps.push(ref),
      onResync: () => {
        notified.resyncs += 1
      },
      onCounts: () => {
        notified.counts += 1
      },
      onEvent: (event) => notified.events.push(event),
    },
    start,
  )
  return { feed, notified }
}

const makeEvent = (n: number) => testEvent(n, testRoom(1, { version: n + 1, unread: n }), testMessage(1, n))
const cached = async () => places(await readMessages(db, room))

test('events are shown at once, once and in order, and then stored on the device', async () => {
  setRun(room, { messages: [], older: false, newer: false })
  const { feed, notified } = open()
  for (const n of [1, 2, 2, 3, 1, 3]) feed.take(makeEvent(n))
  expect(places(runsStore.get().get(room)?.messages ?? [])).toEqual([1, 2, 3])
  expect(roomsStore.get().rooms.get(room)?.unread).toBe(3)
  expect(notified.events.map(({ cursor }) => cursor)).toEqual(['1', '2', '3'])
  expect(await feed.flush()).toBe('3')
  expect(await cached()).toEqual([1, 2, 3])
  expect(await readCursor(db)).toBe('3')
})

test('a tab that is not the writer shows events, too', async () => {
  const { feed } = open({ writes: false })
  feed.take(makeEvent(1))
  await feed.flush()
  expect(roomsStore.get().rooms.get(room)?.unread).toBe(1)
  expect(await cached()).toEqual([])
  expect(feed.cursor()).toBe('1')
})

test('missed messages of a viewed room are refetched', () => {
  setRun(room, { messages: testMessages(1, 1, 2), older: false, newer: false })
  const { feed, notified } = open()
  feed.take(testEvent(1, testRoom(1), testMessage(1, 9)))
  expect(notified.gaps).toEqual([room])
})

test('after a gap that is too long the device is filled anew', async () => {
  const { feed, notified } = open()
  feed.connected({ data: 'connected', cursor: '0' })
  expect(notified.resyncs).toBe(0)
  feed.take(makeEvent(1))
  feed.connected({ data: 'connected', cursor: '900', resync: true })
  expect(notified.resyncs).toBe(1)
  expect(feed.cursor()).toBe('900')
  feed.take(makeEvent(901))
  await feed.flush()
  expect(await readCursor(db)).toBeNull()
  expect([...feed.touched()]).toEqual([room])
})

test('the first connection of a device fills it', () => {
  const { feed, notified } = open({ start: null })
  feed.connected({ data: 'connected', cursor: '5' })
  expect([notified.resyncs, feed.cursor()]).toEqual([1, '5'])
  feed.connected({ data: 'connected', cursor: '5' })
  expect(notified.resyncs).toBe(1)
})

test('lists are counted again when a room comes, goes or moves to another list', () => {
  const { feed, notified } = open()
  feed.take(testEvent(1, testRoom(1), null))
  expect(notified.counts).toBe(1)
  feed.take(testEvent(2, testRoom(1, { unread: 3 }), testMessage(1, 1)))
  expect(notified.counts).toBe(1)
  feed.take(testEvent(3, testRoom(1, { status: 'resolved' }), null))
  expect(notified.counts).toBe(2)
  feed.take({ listener: 'tracking_message', cursor: '4', data: { ref: room, gone: true }, detail_chat: null })
  expect(notified.counts).toBe(3)
  expect(roomsStore.get().rooms.size).toBe(0)
})

test('events that could not be stored are stored with the next ones, in order', async () => {
  const { feed } = open()
  const failing = vi.spyOn(db.rooms, 'bulkGet').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  feed.take(makeEvent(1))
  await feed.flush()
  expect(await readCursor(db)).toBe('0')
  feed.take(makeEvent(2))
  await feed.flush()
  expect(await readCursor(db)).toBe('2')
  expect(await cached()).toEqual([1, 2])
  failing.mockRestore()
})
