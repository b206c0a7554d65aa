import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testRow } from '#tests/support/test-row.ts'
import { places, refOf, testEvent, testMessage, testMessages, testRoom } from '../../chat/test-chat.ts'
import {
  chatTables,
  clearChat,
  forgetCursor,
  maxMessages,
  maxRooms,
  patchRooms,
  putRooms,
  readCursor,
  readMessages,
  readRun,
  refillRooms,
  replaceMessages,
  storeEvents,
  toEvent,
} from './chat-cache.ts'
import { OwnerDatabase } from './database.ts'

const opened: OwnerDatabase[] = []
afterEach(() => {
  for (const db of opened.splice(0)) db.close()
})

function open(owner = uuidv7()): OwnerDatabase {
  const db = new OwnerDatabase(owner)
  opened.push(db)
  return db
}

const capacity = refOf('room', 1)

const pageOf = (messages: Message[]) => ({ messages, older: (messages[0]?.place ?? 1) > 1 })

/** A device that was filled with one room of some messages. */
async function filled(messages = testMessages(1, 1, 3)): Promise<OwnerDatabase> {
  const db = open()
  await refillRooms(db, [testRoom(1)], new Set(), 'c0')
  await db.transaction('rw', chatTables(db), () => replaceMessages(db, capacity, pageOf(messages)))
  return db
}

const cached = async (db: OwnerDatabase, ref = capacity) => places(await readMessages(db, ref))

test('events stand on the device in their order, with where the feed stands', async () => {
  const db = await filled()
  await storeEvents(db, [testEvent(1, testRoom(1, { unread: 1, version: 2 }), testMessage(1, 4))], '1')
  await storeEvents(db, [testEvent(2, testRoom(1, { unread: 2, version: 3 }), testMessage(1, 5))], '2')
  expect(await cached(db)).toEqual([1, 2, 3, 4, 5])
  expect((await db.rooms.get(capacity))?.row.unread).toBe(2)
  expect(await readCursor(db)).toBe('2')
})

test('what comes twice, or late, changes nothing', async () => {
  const db = await filled()
  const read = testMessage(1, 3, { is_admin: true, status: 'read', version: 4 })
  const events = [testEvent(1, testRoom(1, { version: 5, unread: 0 }), read), testEvent(2, testRoom(1, { version: 6 }), testMessage(1, 4))]
  await storeEvents(db, events, '2')
  await storeEvents(db, events, '2')
  await storeEvents(db, [testEvent(3, testRoom(1, { version: 2, unread: 9 }), testMessage(1, 3, { status: 'sent', version: 2 }))], '3')
  expect(await cached(db)).toEqual([1, 2, 3, 4])
  expect((await readMessages(db, capacity))[2]?.status).toBe('read')
  expect((await db.rooms.get(capacity))?.row.unread).toBe(0)
})

test('a message that leaves a gap begins the room anew, and has it read again', async () => {
  const db = await filled(testMessages(1, 1, 200))
  expect((await db.rooms.get(capacity))?.stale).toBe(false)
  await storeEvents(db, [testEvent(1, testRoom(1), testMessage(1, 205))], '1')
  expect(await cached(db)).toEqual([205])
  expect((await db.rooms.get(capacity))?.stale).toBe(true)
  await db.transaction('rw', chatTables(db), () => replaceMessages(db, capacity, pageOf(testMessages(1, 5, 204))))
  expect(await cached(db)).toEqual(places(testMessages(1, 6, 205)))
  expect((await db.rooms.get(capacity))?.stale).toBe(false)
})

test('a part that is read joins what adjoins it, and what came while it was read', async () => {
  const db = await filled(testMessages(1, 1, 60))
  await storeEvents(db, [testEvent(1, testRoom(1), testMessage(1, 61))], '1')
  await db.transaction('rw', chatTables(db), () => replaceMessages(db, capacity, pageOf(testMessages(1, 41, 60))))
  expect(await cached(db)).toEqual(places(testMessages(1, 1, 61)))
  await db.transaction('rw', chatTables(db), () => replaceMessages(db, capacity, pageOf(testMessages(1, 100, 150))))
  expect(await cached(db)).toEqual(places(testMessages(1, 100, 150)))
})

/** Message `place`, written at the moment of message `at`. */
const late = (place: number, at: number) => testMessage(1, place, { created_at: testMessage(1, at).created_at })
const put = (db: OwnerDatabase, ...messages: Message[]) =>
  storeEvents(
    db,
    messages.map((message) => testEvent(message.place, testRoom(1), message)),
    'x',
  )
const replace = (db: OwnerDatabase, messages: Message[], older = true) =>
  db.transaction('rw', chatTables(db), () => replaceMessages(db, capacity, { messages, older }))
const isStale = async (db: OwnerDatabase) => (await db.rooms.get(capacity))?.stale

test('a late message stands by the time it was written, where that is a part of what is cached', async () => {
  const db = await filled(testMessages(1, 101, 300))
  await put(db, late(301, 150), late(302, 50), testMessage(1, 303), late(304, 303))
  const expected = [...places(testMessages(1, 101, 150)), 301, ...places(testMessages(1, 151, 300)), 303, 304]
  expect([await cached(db), await isStale(db)]).toEqual([expected, false])
  const { outside, older } = await readRun(db, capacity)
  expect([places(outside), older]).toEqual([[302], true])
  expect(JSON.stringify([outside, await readMessages(db, capacity)])).not.toContain('isOutside')
})

test('in a room that is here whole, a late message of any time has its place', async () => {
  const db = await filled()
  await put(db, late(4, 0), late(5, 2))
  expect([await cached(db), (await readRun(db, capacity)).older]).toEqual([[4, 1, 2, 5, 3], false])
})

test('a page that was read before a late message came does not lose it, wherever its time is', async () => {
  const db = await filled(testMessages(1, 281, 300))
  await put(db, late(301, 150), late(302, 290), late(303, 50))
  await replace(db, testMessages(1, 101, 300))
  const expected = [
    ...places(testMessages(1, 102, 150)),
    301,
    ...places(testMessages(1, 151, 290)),
    302,
    ...places(testMessages(1, 291, 300)),
  ]
  expect([(await cached(db)).slice(-200), places((await readRun(db, capacity)).outside)]).toEqual([expected.slice(-200), [303]])
})

test('after something was missed an earlier part does not stay: a late message may be missing in it', async () => {
  const db = await filled(testMessages(1, 101, 300))
  await refillRooms(db, [testRoom(1)], new Set(), 'c1')
  await replace(db, testMessages(1, 251, 310))
  expect([await cached(db), await isStale(db)]).toEqual([places(testMessages(1, 251, 310)), true])
})

test('a late message behind a gap is not what a room begins anew with', async () => {
  const db = await filled(testMessages(1, 101, 300))
  await put(db, late(305, 150))
  expect([await cached(db), await isStale(db)]).toEqual([[], true])
})

test('a message that gets another time moves to it', async () => {
  const db = await filled(testMessages(1, 101, 300))
  await put(db, { ...late(300, 200), version: 2 }, { ...late(299, 50), version: 2 })
  expect((await cached(db)).slice(98, 103)).toEqual([199, 200, 300, 201, 202])
  expect(places((await readRun(db, capacity)).outside)).toEqual([299])
})

test('a room that is no longer theirs goes with its messages', async () => {
  const db = await filled()
  await storeEvents(db, [{ listener: 'tracking_message', cursor: '1', data: { ref: capacity, gone: true }, detail_chat: null }], '1')
  expect(await db.rooms.count()).toBe(0)
  expect(await db.messages.count()).toBe(0)
})

test('the newest 500 rooms stay, and of each the last 200 messages', async () => {
  const db = await filled()
  const rows = Array.from({ length: maxRooms + 51 }, (_, i) => testRoom(i + 1))
  await db.transaction('rw', chatTables(db), () => putRooms(db, rows))
  expect(await db.rooms.count()).toBe(maxRooms)
  expect(await db.rooms.get(capacity)).toBeUndefined()
  expect(await db.messages.count()).toBe(0)

  const last = testRoom(maxRooms + 51)
  const events = Array.from({ length: maxMessages + 51 }, (_, i) => testEvent(i, last, testMessage(last.id, i + 1)))
  await storeEvents(db, events, 'x')
  expect(await cached(db, last.ref)).toEqual(places(testMessages(last.id, 52, 251)))
})

test('a device that is to be filled does not pass for one that is', async () => {
  const db = open()
  await storeEvents(db, [testEvent(1, testRoom(1), testMessage(1, 1))], '1')
  expect(await readCursor(db)).toBeNull()
  await refillRooms(db, [testRoom(2)], new Set([capacity]), '5')
  expect(await readCursor(db)).toBe('5')
  expect(await db.rooms.toCollection().primaryKeys()).toEqual([capacity, refOf('room', 2)])
  await forgetCursor(db)
  await storeEvents(db, [testEvent(6, testRoom(1), null)], '6')
  expect(await readCursor(db)).toBeNull()
  await refillRooms(db, [testRoom(2)], new Set(), '7')
  expect(await db.rooms.toCollection().primaryKeys()).toEqual([refOf('room', 2)])
  expect((await db.rooms.get(refOf('room', 2)))?.stale).toBe(true)
})

test('letting go of it leaves what waits', async () => {
  const db = await filled()
  await db.outbox.add(testRow({ seq: 1 }))
  expect(await clearChat(db)).toBe(true)
  expect([await db.rooms.count(), await db.messages.count(), await readCursor(db), await db.outbox.count()]).toEqual([0, 0, null, 1])
  expect(await clearChat(db)).toBe(false)
})

test('a bulk change that was done is seen on what is cached', async () => {
  const db = await filled()
  await patchRooms(db, [capacity, refOf('room', 9)], { status: 'resolved' }, { [capacity]: 2 })
  expect((await db.rooms.get(capacity))?.row.status).toBe('resolved')
  expect(await db.rooms.count()).toBe(1)
})

test('what the server made of a bulk change stays, where an event told of it before', async () => {
  const db = await filled()
  await storeEvents(db, [testEvent(7, testRoom(1, { version: 2, notes: 'Theirs and mine' }), null)], '7')
  await patchRooms(db, [capacity], { notes: 'Mine' }, { [capacity]: 2 })
  expect((await db.rooms.get(capacity))?.row.notes).toBe('Theirs and mine')
})

test.each(['incoming_message', 'tracking_message', 'idle'] as const)('an event of %s is one of ours', (listener) => {
  const event = { ...testEvent(1, testRoom(1, { is_idle: true }), null), listener }
  expect(toEvent(JSON.parse(JSON.stringify(event)))).toMatchObject({ listener, data: { is_idle: true } })
  expect(toEvent({ ...event, listener: 'other' })).toBeNull()
})

test('an upgrade from version 2 keeps everything', async () => {
  const owner = uuidv7()
  const old = new Dexie(`lapangan-${owner}`)
  old
    .version(2)
    .stores({ outbox: '++seq, &id, *touches', files: 'key, seq', leads: 'ref', leadLog: '++seq', leadIndex: 'part', meta: 'key' })
  const row = testRow({ seq: 1, touches: ['r1'] })
  await old.table('outbox').add(row)
  await old.table('files').add({ key: 'k', seq: 1, blob: new Blob(['x']) })
  await old.table('leads').add({ ref: 'l', row: { name: 'Budi' } })
  await old.table('meta').add({ key: 'cursor', value: 7 })
  old.close()
  const db = open(owner)
  expect(await db.outbox.get(1)).toMatchObject({ id: row.id, touches: ['r1'] })
  expect(await db.files.count()).toBe(1)
  expect((await db.leads.get('l'))?.row.name).toBe('Budi')
  expect((await db.meta.get('cursor'))?.value).toBe(7)
  await storeEvents(db, [testEvent(1, testRoom(1), testMessage(1, 1))], null)
  expect(await db.rooms.count()).toBe(1)
})

test('an event is read as the socket and as the call write it; anything else is none', () => {
  const event = testEvent(1, testRoom(1), testMessage(1, 1))
  expect(toEvent(event)).toEqual(event)
  expect(toEvent({ ...event, data: JSON.stringify(event.data), detail_chat: JSON.stringify(event.detail_chat) })).toEqual(event)
  expect(toEvent({ ...event, data: { ...event.data, detail_chat: event.detail_chat } })).toEqual(event)
  expect(toEvent({ ...event, detail_chat: '<html>' })).toMatchObject({ detail_chat: null })
  for (const bad of [null, 'x', {}, { ...event, cursor: 1 }, { ...event, listener: 'presence' }, { ...event, data: 'nonsense' }]) {
    expect(toEvent(bad)).toBeNull()
  }
})
