import { expect, it } from 'vitest'
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

it('filterCount counts the filters behind their button', () => {
  expect(filterCount({ status: 'all', search: 'x' })).toBe(0)
  expect(filterCount({ assignee_sales: 0, tag: 'a', is_need_support: true, snoozed: true })).toBe(4)
})
