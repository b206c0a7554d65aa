import { expect, test } from 'vitest'
import { formatListQuery, type ListQuery, parseListQuery } from '#contract/kit/field/list-query.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { matches } from '../outbox/overlay/list-evaluate.ts'
import { listState, nextReturn, pageOf, type RoomsQuery, selectRooms, toListQuery } from './room-list.ts'
import { refOf, shownRoom } from './test-chat.ts'

const now = Date.parse('2026-11-21T00:00:00Z')
const first = { page: 1, size: 20 }
const rooms = [
  shownRoom(1, { contact_name: 'Ibu Ratna', tag: ['hot', 'vip'], assignee_sales: 7 }),
  shownRoom(2, { status: 'resolved', customer_phone: '6281299990000' }),
  shownRoom(3, { is_need_support: true, notes: 'Call BACK' }),
  shownRoom(4, { snoozed_until: '2026-11-22T00:00:00Z' }),
  shownRoom(5, { snoozed_until: '2026-11-20T00:00:00Z', status: 'pending', last_message: '50%_off' }),
  shownRoom(6, { last_message_at: null }),
]
const ids = (query: Partial<RoomsQuery>) => selectRooms(rooms, toListQuery({ ...first, ...query }), now).map(({ id }) => id)

test.each<[Partial<RoomsQuery>, number[]]>([
  // Newest first; without any message first, as on the server; snoozed ones are out.
  [{}, [5, 3, 2, 1, 6]],
  [{ status: 'open' }, [3, 1, 6]],
  [{ snoozed: true }, [4]],
  [{ status: 'open', snoozed: true }, [4]],
  [{ status: 'resolved', snoozed: true }, []],
  [{ status: 'resolved' }, [2]],
  [{ tag: 'vip' }, [1]],
  [{ tag: 'vi' }, []],
  [{ assignee_sales: 7 }, [1]],
  [{ assignee_sales: 0 }, [5, 3, 2, 6]],
  [{ is_need_support: true }, [3]],
  [{ is_need_support: false }, [5, 2, 1, 6]],
  // The longest waiting first; what was resolved or never began waits for nobody.
  [{ unanswered: true }, [1, 3]],
  [{ unanswered: true, assignee_sales: 7 }, [1]],
  [{ search: 'ratna' }, [1]],
  [{ search: ' BACK ' }, [3]],
  [{ search: '9999' }, [2]],
  [{ search: 'hot' }, [1]],
  [{ search: '%_' }, [5]],
  [{ search: 'customer 4' }, [4]],
  [{ search: 'customer', status: 'open', assignee_sales: 0 }, [4, 3, 6]],
  [{ search: 'nobody' }, []],
])('the query %j selects %j', (query, expected) => {
  expect(ids(query)).toEqual(expected)
})

test('a filter that only the API knows lists its page, snoozed rooms as well, and nothing offline', () => {
  const list = toListQuery({ ...first, replied: '2026-05-01..2026-05-31/3' })
  const selected = selectRooms(rooms, list, now)
  const page = pageOf(selected, list, { refs: [rooms[3]?.ref ?? '', rooms[1]?.ref ?? ''], total: 2 })
  expect([page.rooms.map(({ id }) => id), page.total]).toEqual([[4, 2], 2])
  expect(pageOf(selected, list, null)).toEqual({ rooms: [], total: 0 })
})

test('the longest waiting are those of the API, as the device keeps the newest rooms alone', () => {
  const list = toListQuery({ page: 1, size: 2, unanswered: true })
  const asked = rooms.map((_, at) => shownRoom(at + 1, {}))
  const oldest = [asked[0]?.ref ?? '', asked[1]?.ref ?? '']
  const page = pageOf(selectRooms(asked.toReversed(), list, now).toReversed(), list, { refs: oldest, total: 6 })
  expect([page.rooms.map(({ id }) => id), page.total]).toEqual([[1, 2], 6])
})

test('a snoozed room returns to its list when its time comes, which is known before', () => {
  const open = toListQuery({ ...first, status: 'open' })
  const time = nextReturn(rooms, now)
  expect(new Date(time).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  expect(selectRooms(rooms, open, time - 1).some(({ id }) => id === 4)).toBe(false)
  expect(selectRooms(rooms, open, time).some(({ id }) => id === 4)).toBe(true)
  expect(nextReturn(rooms, time)).toBe(Number.POSITIVE_INFINITY)
})

test('a room that is snoozed and resolved is among the resolved', () => {
  const room = shownRoom(7, { status: 'resolved', snoozed_until: '2026-11-22T00:00:00Z' })
  expect(selectRooms([room], toListQuery({ ...first, status: 'resolved' }), now)).toEqual([room])
})

test('a query is the same on the wire', () => {
  const query = toListQuery({ ...first, status: 'open', search: 'a,b:c', assignee_sales: 0, tag: 'x' })
  const back: ListQuery = parseListQuery(formatListQuery(query))
  expect(back).toEqual(query)
  expect(rooms.filter((room) => matches(chatPlatform, room, back))).toEqual([])
})

const shown = (page: number, server: { refs: string[]; total: number } | null, size = 2) =>
  pageOf(selectRooms(rooms, toListQuery({ page, size }), now), toListQuery({ page, size }), server)

test('a page shows cached rooms without the server', () => {
  expect(shown(1, null).rooms.map(({ id }) => id)).toEqual([5, 3])
  expect(shown(3, null)).toMatchObject({ rooms: [{ id: 6 }], total: 5 })
})

test('a page of the server has a room that just wrote first, and does not count one that left', () => {
  expect(shown(1, { refs: [refOf('room', 5), refOf('room', 3)], total: 40 })).toMatchObject({ rooms: [{ id: 5 }, { id: 3 }], total: 40 })
  expect(shown(1, { refs: [refOf('room', 4), refOf('room', 3)], total: 40 }).total).toBe(39)
})

test("a page whose earlier rooms are not cached is the server's", () => {
  expect(shown(9, { refs: [refOf('room', 2), refOf('room', 1)], total: 40 })).toMatchObject({ rooms: [{ id: 2 }, { id: 1 }], total: 40 })
})

test('cached rooms are shown while the server is asked; after the last retry there is an error and no list', () => {
  const cached = { rooms: [shownRoom(1)], total: 1 }
  const none = { rooms: [], total: 0 }
  const asked = { isOffline: false, isError: false, isAnswered: false, loaded: true }
  expect(listState(cached, asked)).toEqual({ ...cached, state: 'ready' })
  expect(listState(none, asked).state).toBe('loading')
  expect(listState(none, { ...asked, isAnswered: true }).state).toBe('ready')
  expect(listState(cached, { ...asked, isError: true })).toEqual({ ...none, state: 'error' })
  expect(listState(cached, { ...asked, isError: true, isOffline: true })).toEqual({ ...cached, state: 'offline' })
})

const people = [
  shownRoom(1, { contact_name: 'Rina Kusuma', customer_phone: '6281234567890' }),
  shownRoom(2, { contact_name: 'Rini Kusumawati', customer_phone: '6285700001111' }),
  shownRoom(3, { contact_name: 'Ünal Öztürk', customer_phone: '6281999990000', status: 'resolved' }),
  shownRoom(4, { contact_name: 'Budi', last_message: 'Baik', customer_phone: '6281711112222' }),
]
const said = new Map([[refOf('room', 4), { room: refOf('room', 4), message: refOf('message', 1), excerpt: 'sudah transfer ke BCA' }]])
const meant = (search: string, found = said, query: Partial<RoomsQuery> = {}) =>
  selectRooms(people, toListQuery({ ...first, search, ...query }), now, search.includes('transfer') ? found : new Map()).map(({ id }) => id)

test.each([
  ['swapped words', 'kusuma rina', [1]],
  ['a typing error, the best first', 'kusmua rina', [1, 2]],
  ['a letter too much, and one that is missing', 'rinna kusma', [1]],
  ['accents that nobody types', 'unal ozturk', [3]],
  ['a phone number as people write it', '0812-3456-7890', [1]],
  ['a phone number with the code of the country', '+62 812 3456', [1]],
  ['a wrong digit of a phone number', '081234567891', [1]],
  ['what was said in it', 'transfer bca', [4]],
  ['nothing', 'xylophone', []],
])('searchRooms finds rooms by %s', (_, search, expected) => {
  expect(meant(search)).toEqual(expected)
})

test('fuzzy matches are dropped where there are exact ones, and filters apply to all', () => {
  expect(meant('rina')).toEqual([1])
  expect(meant('unal', said, { status: 'open' })).toEqual([])
  expect(meant('transfer', said, { status: 'resolved' })).toEqual([])
})
