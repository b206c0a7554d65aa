import { describe, expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { inOrder } from '../outbox/store/chat-cache.ts'
import { byRoom, foldMessages, foldRoom, mediaKind, showMessage } from './fold.ts'
import { places, refOf, testMessage, testMessages, testRoom } from './test-chat.ts'

const me = { id: 7, name: 'Sari' }
const room = refOf('room', 1)
let seq = 0

function send(ref: string, values: Partial<OutboxRow> = {}): OutboxRow {
  seq += 1
  const patch = { ref, room, content: `Reply ${ref}`, ...values.patch }
  const row = testRow({ seq, section: 'chat-messages', action: 'create', call: 'chat-messages.create', touches: [ref, room] })
  return { ...row, createdAt: Date.parse('2026-11-21T00:00:00Z') + seq, ...values, patch }
}

function change(name: string, patch: Record<string, unknown>, values: Partial<OutboxRow> = {}): OutboxRow {
  seq += 1
  return testRow({
    seq,
    section: 'chat-platform',
    action: 'bulkUpdate',
    call: `chat-platform.${name}`,
    touches: [room],
    patch: { ids: [room], ...patch },
    ...values,
  })
}

const fold = (rows: OutboxRow[], values = {}) => foldRoom(testRoom(1, values), byRoom(rows).get(room), me)
const ticks = (rows: OutboxRow[], messages = testMessages(1, 1, 2)) =>
  foldMessages(room, messages, rows, me).map(({ ref, tick }) => [ref.slice(-6), tick])

test.each([
  ['queued', 'device'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
] as const)('an outgoing message that is %s shows %s', (status, tick) => {
  expect(showMessage(testMessage(1, 1, { is_admin: true, status })).tick).toBe(tick)
  expect(showMessage(testMessage(1, 1, { is_admin: false, status })).tick).toBeNull()
})

test('waiting messages are last, in the order of writing', () => {
  const shown = foldMessages(room, testMessages(1, 1, 2), [send('a'), send('b', { state: 'sending' })], me)
  expect(shown.map(({ content, tick }) => [content, tick])).toEqual([
    ['Message 1', null],
    ['Message 2', null],
    ['Reply a', 'device'],
    ['Reply b', 'device'],
  ])
  expect(places(shown)).toEqual([1, 2, 3, 4])
  expect(shown[2]).toMatchObject({ is_admin: true, sender: 'Sari', status: 'queued', room })
})

test('a sent message is shown once, before and after it comes back', () => {
  const done = send('a', { state: 'done' })
  const still = { ...done, state: 'sending' } as const
  expect(ticks([done, still])).toHaveLength(3)
  const back = testMessage(1, 3, { ref: 'a', is_admin: true, status: 'sent' })
  expect(ticks([done, still], [...testMessages(1, 1, 2), back])).toEqual([
    ['100001', null],
    ['100002', null],
    ['a', 'sent'],
  ])
})

test('a parked message shows its reason, except for signing in', () => {
  const lastError = { status: 422, code: 'window_closed', message: 'Choose a template' }
  const parked = send('a', { state: 'parked', reason: 'windowClosed', lastError })
  const [message] = foldMessages(room, [], [parked], me)
  expect(message).toMatchObject({ tick: 'parked', parked: { why: 'windowClosed', message: 'Choose a template', seq: parked.seq } })
  expect(ticks([send('b', { state: 'parked', reason: 'auth' })], [])).toEqual([['b', 'device']])
})

test('a file on its way shows its kind, name and how far it is', () => {
  const files = [{ field: 'media', key: 'k', name: 'a.jpg', size: 9, type: 'image/jpeg' }]
  const row = send('a', { files })
  const [message] = foldMessages(room, [], [row], me, { [row.id]: 40 })
  expect(message).toMatchObject({ kind: 'image', media_name: 'a.jpg', media_size: 9, progress: 40 })
  expect(['image/png', 'video/mp4', 'audio/ogg;codecs=opus', 'application/pdf', ''].map(mediaKind)).toEqual([
    'image',
    'video',
    'audio',
    'document',
    'document',
  ])
})

test('a reply shows the quoted message', () => {
  const [first] = testMessages(1, 1, 1)
  const shown = foldMessages(room, [testMessage(1, 1)], [send('a', { patch: { reply_to: first?.ref } })], me)
  expect(shown[1]?.reply_to).toEqual({ ref: first?.ref, content: 'Message 1', kind: 'text', is_admin: false })
})

test('a room shows what was changed here before the server knows it', () => {
  expect(fold([change('notes', { notes: 'VIP' }), change('tag', { tag: ['hot'] })])).toMatchObject({
    notes: 'VIP',
    tag: ['hot'],
    waiting: true,
  })
  expect(fold([change('release-chat', {})])).toMatchObject({ assignee_sales: 0, assignee_sales_name: null })
  expect(fold([change('takeover-chat', {})])).toMatchObject({ assignee_sales: 7, assignee_sales_name: 'Sari' })
  expect(fold([change('mark-as-unread', { mark_as_unread: false })], { unread: 4, mark_as_unread: true })).toMatchObject({
    unread: 0,
    mark_as_unread: false,
  })
  expect(fold([change('status', { status: 'resolved' }, { state: 'done' })])).toMatchObject({ status: 'resolved', waiting: false })
  expect(fold([])).toMatchObject({ waiting: false, status: 'open' })
})

test('reading a room needs no room in what it touches', () => {
  const read = testRow({
    seq: 99,
    section: 'chat-messages',
    action: 'bulkUpdate',
    call: 'chat-platform.status-message',
    touches: ['m'],
    params: { room },
  })
  expect(fold([read], { unread: 3 })).toMatchObject({ unread: 0, waiting: true })
})

test('the last line shows a waiting message, and never a parked one', () => {
  expect(fold([send('a')])).toMatchObject({ last_message: 'Reply a', last_message_is_admin: true, last_message_status: 'queued' })
  expect(fold([send('a', { state: 'parked', reason: 'rejected' })])).toMatchObject({ last_message: 'Halo' })
  expect(fold([send('a')], { last_message_at: '2099-01-01T00:00:00Z' })).toMatchObject({ last_message: 'Halo' })
})

test('the same message keeps its object', () => {
  const messages = testMessages(1, 1, 2)
  const [a, b] = [foldMessages(room, messages, [], me), foldMessages(room, messages, [send('a')], me)]
  expect(b[0]).toBe(a[0])
})

describe('reactions', () => {
  const theirs = { emoji: '👍', by: 'customer' as const, name: null, at: '' }
  const reacts = (emoji: string, values: Partial<OutboxRow> = {}) => {
    seq += 1
    const about = { section: 'chat-messages', action: 'bulkUpdate', call: 'chat-messages.reaction' } as const
    return testRow({
      seq,
      ...about,
      touches: [refOf('message', 100_001)],
      params: { room, id: refOf('message', 100_001) },
      patch: { emoji },
      ...values,
    })
  }
  const shown = (rows: OutboxRow[]) => foldMessages(room, [testMessage(1, 1, { reactions: [theirs] })], rows, me)[0]
  const drawn = (rows: OutboxRow[]) => shown(rows)?.reactions?.map((each) => `${each.by} ${each.emoji}`)

  test('ours stands at its message while it waits, beside that of the customer', () => {
    expect(drawn([reacts('🙏')])).toEqual(['customer 👍', 'us 🙏'])
    expect(shown([reacts('🙏')])?.reacting).toEqual({ parked: null })
    expect(drawn([reacts('🙏'), reacts('❤️')])).toEqual(['customer 👍', 'us ❤️'])
    expect(drawn([reacts('🙏'), reacts('')])).toEqual(['customer 👍'])
  })

  test('a refused one says why, and a done one waits no more', () => {
    const lastError = { status: 422, code: 'window_closed', message: 'Only a template may be sent' }
    const parked = reacts('🙏', { state: 'parked', reason: 'windowClosed', lastError })
    expect(shown([parked])?.reacting).toEqual({ parked: { message: 'Only a template may be sent', seq: parked.seq } })
    expect(shown([reacts('🙏', { state: 'done' })])?.reacting).toBeUndefined()
  })

  test('a message without a reaction of ours stays the same object, and the room stays unread', () => {
    const [one, other] = testMessages(1, 1, 2)
    const list = foldMessages(
      room,
      [one, other].filter((each) => each !== undefined),
      [reacts('🙏')],
      me,
    )
    expect(list).toHaveLength(2)
    expect(list[1]).toBe(other && showMessage(other))
    expect(fold([reacts('🙏')], { unread: 2 })).toMatchObject({ unread: 2, waiting: true })
  })
})

describe('the order of messages', () => {
  const late = testMessage(1, 3, { created_at: testMessage(1, 1).created_at })

  test('a late message stands by the time it was written, behind one of the same moment', () => {
    expect(places(inOrder([...testMessages(1, 1, 2), late]))).toEqual([1, 3, 2])
  })

  test('a list in order stays the same object, and what waits is last, also on a device whose clock is late', () => {
    const messages = testMessages(1, 1, 2)
    expect(inOrder(messages)).toBe(messages)
    const waiting = send('a', { createdAt: 0 })
    const shown = foldMessages(room, inOrder([...messages, late]), [waiting], me)
    expect(shown.map(({ place }) => place)).toEqual([1, 3, 2, 4])
  })
})
