import { expect, test } from 'vitest'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { testRow } from '#tests/support/test-row.ts'
import { placeOf } from './place-of.ts'

const row = (values: Partial<OutboxRow>) => testRow({ seq: 1, ...values })

test.each([
  ['a record', { section: 'bank', action: 'update', touches: ['b1'] }, '/bank/edit/b1'],
  ['an attachment', { section: 'lead-attachments', action: 'create', touches: ['a1', 'l1'], params: { id: 'l1' } }, '/leads/edit/l1'],
  [
    'a message',
    { section: 'chat-messages', action: 'create', touches: ['m1', 'r1'], patch: { room: 'r1' } },
    '/chat-platform/list?room=r1',
  ],
  ['a message that was read', { section: 'chat-messages', action: 'bulkUpdate', params: { room: 'r1' } }, '/chat-platform/list?room=r1'],
  ['a note', { section: 'chat-platform', action: 'bulkUpdate', touches: ['r1'] }, '/chat-platform/list?room=r1'],
  ['what is deleted', { section: 'bank', action: 'remove', touches: ['b1'] }, null],
])('placeOf returns the screen of %s', (_, values, place) => expect(placeOf(row(values))).toBe(place))
