import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { roomsStore } from './memory.ts'
import { refOf, testRoom } from './test-chat.ts'
import { byWindow, watchWindows } from './window-watch.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const open = { window_until: '2026-11-21T12:00:01Z' }
const closed = { window_until: '2026-11-21T12:00:00Z' }

const send = (values: Partial<OutboxRow> = {}) =>
  testRow({ seq: 1, section: 'chat-messages', action: 'create', call: 'chat-messages.create', patch: { content: 'x' }, ...values })
const parkedHere = { state: 'parked', reason: 'windowClosed', lastError: { status: 0, code: 'window_closed', message: '' } } as const

test('a reply whose window closed while it waited is parked', () => {
  expect(byWindow(send(), closed, now)).toMatchObject(parkedHere)
  expect(byWindow(send(), { window_until: null }, now)).toMatchObject(parkedHere)
  expect(byWindow(send(), open, now)).toBeNull()
})

test('a parked reply is requeued when the customer wrote meanwhile', () => {
  expect(byWindow(send(parkedHere), open, now)).toMatchObject({ state: 'queued', reason: null, lastError: null })
  expect(byWindow(send(parkedHere), closed, now)).toBeNull()
})

test('other rows stay as they are', () => {
  expect(byWindow(send({ patch: { template: 'hello' } }), closed, now)).toBeNull()
  expect(byWindow(send({ attempted: true }), closed, now)).toBeNull()
  expect(byWindow(send(), undefined, now)).toBeNull()
  expect(byWindow(testRow({ seq: 1 }), closed, now)).toBeNull()
  const refused = { ...parkedHere, lastError: { status: 422, code: 'window_closed', message: 'Choose a template' } }
  expect(byWindow(send(refused), open, now)).toBeNull()
})

const rest = () => new Promise((done) => setTimeout(done, 20))

test('a reply that the server refused goes again when its window was closed and opens, and once only', async () => {
  const asked: number[] = []
  vi.doMock('../writes/actions.ts', () => ({ retry: async (seq: number) => asked.push(seq) }))
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const room = (window_until: string | null) =>
    roomsStore.set((old) => ({ ...old, rooms: new Map([[refOf('room', 1), testRoom(1, { window_until })]]) }))
  const refused = { ...parkedHere, attempted: true, lastError: { status: 422, code: 'window_closed', message: 'Choose a template' } }
  const row = send({ ...refused, seq: 7, patch: { content: 'x', room: refOf('room', 1) } })
  // A slow clock considers the window open when the server does not.
  room(soon)
  outboxStore.set((old) => ({ ...old, rows: [row] }))
  const db = new OwnerDatabase('sari')
  const stop = watchWindows(db)
  await rest()
  room(null)
  await rest()
  expect(asked).toEqual([])
  room(soon)
  await vi.waitFor(() => expect(asked).toEqual([7]))
  outboxStore.set((old) => ({ ...old, rows: [{ ...row, attempts: 2 }] }))
  await rest()
  expect(asked).toEqual([7])
  stop()
  db.close()
})
