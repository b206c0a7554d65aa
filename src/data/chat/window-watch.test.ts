import { expect, test } from 'vitest'
import { testRow } from '../outbox/test-row.ts'
import type { OutboxRow } from '../outbox/types.ts'
import { byWindow } from './window-watch.ts'

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

test('it goes on when the customer wrote meanwhile', () => {
  expect(byWindow(send(parkedHere), open, now)).toMatchObject({ state: 'queued', reason: null, lastError: null })
  expect(byWindow(send(parkedHere), closed, now)).toBeNull()
})

test('everything else is left as it is', () => {
  expect(byWindow(send({ patch: { template: 'hello' } }), closed, now)).toBeNull()
  expect(byWindow(send({ attempted: true }), closed, now)).toBeNull()
  expect(byWindow(send(), undefined, now)).toBeNull()
  expect(byWindow(testRow({ seq: 1 }), closed, now)).toBeNull()
  const refused = { ...parkedHere, lastError: { status: 422, code: 'window_closed', message: 'Choose a template' } }
  expect(byWindow(send(refused), open, now)).toBeNull()
})
