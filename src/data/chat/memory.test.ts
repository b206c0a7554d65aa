import { beforeEach, expect, test } from 'vitest'
import {
  addToRun,
  canPrefetch,
  clearMemory,
  forgetRooms,
  maxRunLength,
  patchRoom,
  renewRun,
  roomsStore,
  runsStore,
  setPrefetchedRun,
  setRun,
  takeMessage,
  takeRooms,
} from './memory.ts'
import { places, refOf, testMessage, testMessages, testRoom } from './test-chat.ts'

const room = refOf('room', 1)
const run = () => runsStore.get().get(room)
const shown = () => places(run()?.messages ?? [])

beforeEach(clearMemory)

test('a room as it was before does not come back over a newer one', () => {
  takeRooms([testRoom(1, { version: 3, notes: 'new' })])
  takeRooms([testRoom(1, { version: 2, notes: 'old' })])
  expect(roomsStore.get().rooms.get(room)?.notes).toBe('new')
  patchRoom(room, { status: 'resolved' })
  patchRoom(refOf('room', 2), { status: 'resolved' })
  expect([...roomsStore.get().rooms.values()].map(({ status }) => status)).toEqual(['resolved'])
  forgetRooms([room])
  expect(roomsStore.get().rooms.size).toBe(0)
})

test('an answer that was on its way does not bring back a room that is gone, a later version does', () => {
  takeRooms([testRoom(1, { version: 3 })])
  forgetRooms([room])
  takeRooms([testRoom(1, { version: 3 })])
  expect(roomsStore.get().rooms.size).toBe(0)
  takeRooms([testRoom(1, { version: 5 })])
  expect(roomsStore.get().rooms.get(room)?.version).toBe(5)
})

test('events go on with the end of a room, and tell a gap', () => {
  setRun(room, { messages: testMessages(1, 5, 7), older: true, newer: false })
  expect(takeMessage(testMessage(1, 8))).toBe('taken')
  expect(takeMessage(testMessage(1, 8))).toBe('taken')
  expect(takeMessage(testMessage(1, 6, { version: 2, status: 'read' }))).toBe('taken')
  expect(takeMessage(testMessage(1, 6, { version: 1, status: 'sent' }))).toBe('ignored')
  expect(takeMessage(testMessage(1, 2))).toBe('ignored')
  expect(takeMessage(testMessage(1, 12))).toBe('gap')
  expect(takeMessage(testMessage(2, 1))).toBe('ignored')
  expect(shown()).toEqual([5, 6, 7, 8])
  expect(run()?.messages[1]?.status).toBe('read')
})

test('an unchanged message keeps its object when read again; a changed one gets a new object', () => {
  setRun(room, { messages: testMessages(1, 1, 3), older: false, newer: false })
  const before = run()?.messages ?? []
  const again = testMessages(1, 1, 3).map((message) => (message.place === 2 ? { ...message, status: 'read' as const } : message))
  addToRun(room, { messages: again, older: false, newer: false }, 'newer')
  expect(run()?.messages.map((message, i) => message === before[i])).toEqual([true, false, true])
  expect(run()?.messages[1]?.status).toBe('read')
})

test('a room that is looked at in its middle does not jump to the end', () => {
  setRun(room, { messages: testMessages(1, 5, 7), older: true, newer: true })
  expect(takeMessage(testMessage(1, 8))).toBe('ignored')
  addToRun(room, { messages: testMessages(1, 8, 10), older: true, newer: false }, 'newer', refOf('message', 100_007))
  expect(shown()).toEqual([5, 6, 7, 8, 9, 10])
  expect(takeMessage(testMessage(1, 11))).toBe('taken')
})

test('older pages are prepended; a page that does not adjoin replaces the run', () => {
  setRun(room, { messages: testMessages(1, 50, 60), older: true, newer: false })
  addToRun(room, { messages: testMessages(1, 40, 49), older: true, newer: true }, 'older', refOf('message', 100_050))
  expect(run()).toMatchObject({ older: true, newer: false })
  expect(shown()).toEqual(places(testMessages(1, 40, 60)))
  addToRun(room, { messages: testMessages(1, 1, 10), older: false, newer: true }, 'older')
  expect(run()).toMatchObject({ older: false, newer: true })
  expect(shown()).toEqual(places(testMessages(1, 1, 10)))
})

/** Message `place`, written at the moment of message `at`. */
const late = (place: number, at: number) => testMessage(1, place, { created_at: testMessage(1, at).created_at })

test('a late message stands by the time it was written; from before the part that is here it waits for its page', () => {
  setRun(room, { messages: testMessages(1, 50, 60), older: true, newer: false })
  expect([61, 62, 63].map((place, n) => takeMessage(late(place, [55, 20, 60][n] ?? 0)))).toEqual(['taken', 'ignored', 'taken'])
  expect(shown()).toEqual([...places(testMessages(1, 50, 55)), 61, ...places(testMessages(1, 56, 60)), 63])
  expect(takeMessage(testMessage(1, 64))).toBe('taken')
  // It was read before the late one came.
  addToRun(room, { messages: testMessages(1, 10, 49), older: true, newer: true }, 'older', refOf('message', 100_050))
  expect(shown().slice(9, 14)).toEqual([19, 20, 62, 21, 22])
  expect([shown().length, run()?.outside]).toEqual([55, []])
})

test('a late message of a page and of an event is there once, and its marks are the newest', () => {
  setRun(room, { messages: testMessages(1, 50, 60), older: true, newer: false })
  takeMessage({ ...late(61, 20), version: 2, deleted_at: '2026-11-20T03:00:00Z' })
  addToRun(
    room,
    { messages: [testMessage(1, 20), late(61, 20), testMessage(1, 21)], older: true, newer: true },
    'older',
    refOf('message', 100_050),
  )
  expect([shown().slice(0, 3), run()?.messages[1]?.version]).toEqual([[20, 61, 21], 2])
})

test('a message that gets another time moves to it', () => {
  setRun(room, { messages: testMessages(1, 50, 60), older: true, newer: false })
  takeMessage({ ...late(60, 52), version: 2 })
  expect(shown()).toEqual([50, 51, 52, 60, ...places(testMessages(1, 53, 59))])
  takeMessage({ ...late(60, 20), version: 3 })
  expect([shown(), places(run()?.outside ?? [])]).toEqual([places(testMessages(1, 50, 59)), [60]])
})

test('what was missed while events were lost is in a run that is read anew, and so is what came meanwhile', () => {
  const before = testMessages(1, 50, 60)
  setRun(room, { messages: before, older: true, newer: false })
  takeMessage(testMessage(1, 61))
  renewRun(room, { messages: [...testMessages(1, 50, 55), late(57.5, 55), ...testMessages(1, 56, 60)], older: true, newer: false }, before)
  expect(shown()).toEqual([...places(testMessages(1, 50, 55)), 57.5, ...places(testMessages(1, 56, 61))])
})

test('a scroll through 50,000 messages holds a bounded part, and can go back', () => {
  setRun(room, { messages: testMessages(1, 49_901, 50_000), older: true, newer: false })
  for (let first = 49_901; first > 1; first -= 100) {
    const beside = refOf('message', 100_000 + first)
    addToRun(room, { messages: testMessages(1, first - 100, first - 1), older: first > 101, newer: true }, 'older', beside)
    expect(run()?.messages.length).toBeLessThanOrEqual(maxRunLength)
  }
  expect(shown()[0]).toBe(1)
  expect(run()).toMatchObject({ older: false, newer: true })
  const last = run()?.messages.at(-1)?.place ?? 0
  addToRun(room, { messages: testMessages(1, last + 1, last + 100), older: true, newer: true }, 'newer', run()?.messages.at(-1)?.ref)
  expect(run()?.messages.at(-1)?.place).toBe(last + 100)
})

test('only the rooms that were looked at last keep their messages in memory', () => {
  for (let n = 1; n <= 30; n++) setRun(refOf('room', n), { messages: testMessages(n, 1, 2), older: false, newer: false })
  expect(runsStore.get().size).toBe(24)
  setPrefetchedRun(refOf('room', 31), { messages: testMessages(31, 1, 2), older: false, newer: false })
  expect([canPrefetch(), runsStore.get().has(refOf('room', 31)), runsStore.get().size]).toEqual([false, false, 24])
  expect(runsStore.get().has(refOf('room', 30))).toBe(true)
})

test('rooms in memory are bounded; the newest stay', () => {
  takeRooms(Array.from({ length: 3_001 }, (_, i) => testRoom(i + 1)))
  expect(roomsStore.get().rooms.size).toBe(1_500)
  expect(roomsStore.get().rooms.has(refOf('room', 3_001))).toBe(true)
})
