import { expect, it } from 'vitest'
import { toListQuery } from '#console/data/chat/room-list.ts'
import { chatSearch, filterCount, roomsQuery } from './search.ts'

it('chatSearch parses a URL, and drops invalid values', () => {
  expect(
    chatSearch({ room: 'r', status: 'pending', assignee_sales: '0', is_need_support: 'true', snoozed: 'true', page: 3, tag: 'vip' }),
  ).toEqual({
    room: 'r',
    status: 'pending',
    assignee_sales: 0,
    is_need_support: true,
    snoozed: true,
    page: 3,
    tag: 'vip',
  })
  expect(chatSearch({ status: 'gone', page: -1, assignee_sales: 'x', panel: 'maybe', message: 'without a room' })).toEqual({})
  expect(chatSearch({ status: 'open', page: 1, is_need_support: false, snoozed: false })).toEqual({})
})

it('roomsQuery defaults to open rooms, twenty per page', () => {
  expect(roomsQuery({})).toEqual({ status: 'open', page: 1, size: 20 })
  expect(roomsQuery({ status: 'all', assignee_sales: 0, search: 'budi', page: 2 })).toEqual({
    page: 2,
    size: 20,
    assignee_sales: 0,
    search: 'budi',
  })
})

it('roomsQuery of a link of a report is rooms with replies, of any status unless one is chosen', () => {
  const replied = '2026-05-01..2026-05-31/3'
  const link = chatSearch({ query: `replied:${replied}`, status: 'all' })
  expect(link).toEqual({ replied })
  expect(chatSearch({ ...link })).toEqual(link)
  expect(roomsQuery(link)).toEqual({ replied, page: 1, size: 20 })
  expect(roomsQuery({ replied, status: 'open' })).toMatchObject({ status: 'open' })
})

it('a link of the home opens the unanswered rooms that it counts, the longest waiting first', () => {
  const link = chatSearch({ query: 'unanswered:true,assignee_sales:3', sort: 'last_message_at asc' })
  expect(link).toEqual({ unanswered: true, assignee_sales: 3 })
  expect(chatSearch({ ...link })).toEqual(link)
  expect(filterCount(link)).toBe(2)
  const { sort, filters } = toListQuery(roomsQuery(link))
  expect(sort).toEqual({ field: 'last_message_at', direction: 'asc' })
  expect(filters.map(({ field, values }) => `${field}:${values}`)).toEqual(['status:open', 'assignee_sales:3', 'unanswered:true'])
})

it('filterCount counts the filters behind their button', () => {
  expect(filterCount({ status: 'all', search: 'x' })).toBe(0)
  expect(filterCount({ assignee_sales: 0, tag: 'a', is_need_support: true, snoozed: true })).toBe(4)
})
