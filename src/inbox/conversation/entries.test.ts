import { expect, it } from 'vitest'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { entriesOf, firstUnread } from './entries.ts'

const places: string[] = []

function message(ref: string, created_at: string, is_admin = false): ShownMessage {
  return {
    id: 1,
    ref,
    version: 1,
    room: 'room',
    place: places.push(ref),
    kind: 'text',
    content: ref,
    media_url: null,
    media_name: null,
    media_type: null,
    media_size: null,
    is_admin,
    sender: is_admin ? 'Budi' : null,
    status: 'sent',
    failure: null,
    reply_to: null,
    template: null,
    created_at,
    tick: is_admin ? 'sent' : null,
  }
}

const talk = [
  message('a', '2026-11-20T16:58:00Z'),
  // Midnight in WIB has passed.
  message('b', '2026-11-20T17:01:00Z'),
  message('c', '2026-11-20T17:02:00Z'),
  message('d', '2026-11-20T17:03:00Z', true),
  message('e', '2026-11-20T17:30:00Z', true),
]

it('entriesOf starts each day of WIB with a separator', () => {
  const seen = entriesOf(talk, null).map((entry) => (entry.is === 'message' ? entry.message.ref : entry.is))
  expect(seen).toEqual(['day', 'a', 'day', 'b', 'c', 'd', 'e'])
})

it('entriesOf joins consecutive messages of one side', () => {
  const joined = entriesOf(talk, null).flatMap((entry) => (entry.is === 'message' && entry.joins ? [entry.message.ref] : []))
  expect(joined).toEqual(['c'])
})

it('entriesOf marks the first unread message, and joins nothing across the mark', () => {
  const entries = entriesOf(talk, { ref: 'c', count: 1 })
  const at = entries.findIndex((entry) => entry.is === 'unread')
  expect(entries[at + 1]).toMatchObject({ key: 'c', joins: false })
})

it("firstUnread finds the customer's first unread message, without counting ours", () => {
  expect(firstUnread(talk, 2)).toBe('b')
  expect(firstUnread(talk, 0)).toBeNull()
  expect(firstUnread(talk, 99)).toBe('a')
})

it('a note and the history of a phone are nobody’s unread messages, and nothing joins a note', () => {
  const history = { ...message('old', '2026-11-20T17:31:00Z'), chips: [{ chip: 'phoneHistory' as const }] }
  const note = { ...message('note', '2026-11-20T17:31:10Z'), kind: 'note' as const }
  const after = message('after', '2026-11-20T17:31:20Z')
  expect(firstUnread([...talk, history, note], 1)).toBe('c')
  expect(entriesOf([note, after], null).at(-1)).toMatchObject({ key: 'after', joins: false })
})

it('the unread ones are those that came last, also one that was written before others', () => {
  const late = message('late', '2026-11-20T16:59:00Z')
  const [first, ...others] = talk
  expect(firstUnread(first ? [first, late, ...others] : [], 1)).toBe('late')
  expect(firstUnread(first ? [first, late, ...others] : [], 2)).toBe('late')
})

it('an unread one from before what is here is counted, and the line stands above the first that is here', () => {
  const { tick: _, ...late } = message('week', '2026-11-13T16:59:00Z')
  expect([firstUnread(talk, 1, [late]), firstUnread(talk, 2, [late]), firstUnread(talk, 1)]).toEqual([null, 'c', 'c'])
})
