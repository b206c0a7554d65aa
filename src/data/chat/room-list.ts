/** Evaluates the list of rooms on the device like the server. Pure. */

import { searchPhone, searchWords } from '#contract/chat/found.ts'
import { leavesSnoozedOut } from '#contract/chat/snoozed.ts'
import { type Filter, type ListQuery, parseSort, type Sort } from '#contract/kit/field/list-query.ts'
import { fuzzyRecord, noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import { wordsOf } from '#contract/lib/search/words.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { compareRows, matches, searchText } from '../outbox/overlay/list-evaluate.ts'
import type { Room } from './fold.ts'
import type { Found } from './found.ts'

/** Rooms matching a search: by their fields, by messages, and otherwise by fuzzy match. */

/** Whether a room has every word, in any order, or the phone number in any format: as on the server. */
function meant(search: string): (room: Room) => boolean {
  // Usernames stand without their '@'.
  const words = searchWords(search.replace(/(^|\s)@/g, '$1'))
  const phone = searchPhone(search)
  return (room) => {
    const text = searchText(chatPlatform, room)
    return words.every((word) => text.includes(word)) || (phone !== null && text.includes(phone))
  }
}

const namesOf = ({ contact_name, customer_name, username, tag }: Room) =>
  [contact_name, customer_name, username, ...(tag ?? [])].join(' ').toLowerCase()

/** Matching rooms, best first; within each kind the order of `rooms`. */
function searchRooms(rooms: readonly Room[], search: string, found: Found): Room[] {
  const isMeant = meant(search)
  const direct = rooms.filter(isMeant)
  const said = rooms.filter((room) => found.has(room.ref) && !isMeant(room))
  if (direct.length) return [...direct, ...said]
  const errorsOf = fuzzyRecord(search)
  const fuzzy = rooms
    .filter((room) => !found.has(room.ref))
    .map((room) => ({ room, errors: errorsOf({ words: wordsOf(namesOf(room)), phone: room.customer_phone }) }))
    .filter(({ errors }) => errors < noMatch)
    .sort((a, b) => a.errors - b.errors)
  return [...fuzzy.map(({ room }) => room), ...said]
}

/** Filters that only the API knows: its page is the list, and offline there is none. */
const ofServer = ['replied']
const isOfServer = ({ field }: Filter) => ofServer.includes(field)

export interface RoomsQuery {
  status?: 'open' | 'pending' | 'resolved'
  search?: string
  tag?: string
  /** 0 is 'Unassigned'. */
  assignee_sales?: number
  is_need_support?: boolean
  /** Only snoozed ones. */
  snoozed?: boolean
  /** Only open ones whose customer wrote last, the longest waiting first. */
  unanswered?: boolean
  /** With replies in these days, of one person where there is a number: '2026-05-01..2026-05-31/3'. */
  replied?: string
  page: number
  size: number
}

const longestWaiting: Sort = { field: 'last_message_at', direction: 'asc' }

export function toListQuery({ search = '', page, size, ...rest }: RoomsQuery): ListQuery {
  const { status, tag, assignee_sales, is_need_support, snoozed, unanswered, replied } = rest
  const wanted = { status, tag, assignee_sales, is_need_support, snoozed, unanswered, replied }
  const filters: Filter[] = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [{ field, values: [String(value)] }],
  )
  return { page, size, sort: unanswered ? longestWaiting : null, search: search.trim(), filters }
}

const newestFirst: Sort = parseSort(chatPlatform.list.sort) ?? { field: 'id', direction: 'desc' }

const comesBack = ({ snoozed_until }: Room) => (snoozed_until === null ? Number.NEGATIVE_INFINITY : Date.parse(snoozed_until))

/** Filter by snooze, which is no field of a room. */
function isThere(room: Room, query: ListQuery, now: number): boolean {
  const isSnoozed = comesBack(room) > now
  const asked = query.filters.find(({ field }) => field === 'snoozed')
  return asked ? asked.values.includes(String(isSnoozed)) : !(isSnoozed && leavesSnoozedOut(query))
}

/** As on the server (server/inbox/rooms/rooms.ts). */
const isUnanswered = ({ last_message_is_admin, status, last_message_at }: Room): boolean =>
  !last_message_is_admin && status === 'open' && last_message_at != null

/** Filters by what is no field of a room. */
const derivedFilters = ['snoozed', 'unanswered']

function belongs(room: Room, query: ListQuery, now: number): boolean {
  const filters = query.filters.filter((filter) => !derivedFilters.includes(filter.field) && !isOfServer(filter))
  const asked = query.filters.find(({ field }) => field === 'unanswered')
  const isAnswered = asked !== undefined && !asked.values.includes(String(isUnanswered(room)))
  return isThere(room, query, now) && !isAnswered && matches(chatPlatform, room, { search: '', filters })
}

/** When the next snooze ends, in milliseconds since 1970; Infinity without one. */
export function nextReturn(rooms: Iterable<Room>, now: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const room of rooms) if (comesBack(room) > now) next = Math.min(next, comesBack(room))
  return next
}

const nothingFound: Found = new Map()

/** Rooms of the query in its order, newest first where it has none; of a search by relevance. `found`: matching messages. */
export function selectRooms(rooms: Iterable<Room>, query: ListQuery, now: number, found = nothingFound): Room[] {
  const there = [...rooms].filter((room) => belongs(room, query, now)).sort(compareRows(chatPlatform, query.sort ?? newestFirst))
  return query.search === '' ? there : searchRooms(there, query.search, found)
}

export interface ServerPage {
  refs: readonly string[]
  total: number
}

/**
 * The displayed page. The cache knows the newest; where it lacks rooms before this page, the server's page is used with their current
 * state.
 */
export function pageOf(
  selected: readonly Room[],
  { page, size, sort, filters }: ListQuery,
  server: ServerPage | null,
): { rooms: Room[]; total: number } {
  if (filters.some(isOfServer)) {
    const listed = new Map(selected.map((room) => [room.ref, room]))
    return { rooms: server?.refs.flatMap((ref) => listed.get(ref) ?? []) ?? [], total: server?.total ?? 0 }
  }
  const own = selected.slice((page - 1) * size, page * size)
  if (!server) return { rooms: own, total: selected.length }
  const byRef = new Map(selected.map((room) => [room.ref, room]))
  const still = server.refs.flatMap((ref) => byRef.get(ref) ?? [])
  const total = Math.max(selected.length, server.total - (server.refs.length - still.length))
  // Of the longest waiting the cache, which knows the newest, may lack the first.
  return { rooms: sort || own.length < still.length ? still : own, total }
}

export interface Rooms {
  rooms: Room[]
  total: number
  /** 'offline': cached rooms; 'error': no response after all retries, and the list is empty. */
  state: 'loading' | 'ready' | 'error' | 'offline'
}

/** State during and after a request. `loaded`: the cache has been read. */
export function listState(
  shown: Pick<Rooms, 'rooms' | 'total'>,
  { isOffline, isError, isAnswered, loaded }: { isOffline: boolean; isError: boolean; isAnswered: boolean; loaded: boolean },
): Rooms {
  if (isOffline) return { ...shown, state: 'offline' }
  if (isError) return { rooms: [], total: 0, state: 'error' }
  return { ...shown, state: isAnswered || (loaded && shown.rooms.length > 0) ? 'ready' : 'loading' }
}
