import { expect, it } from 'vitest'
import { chatSearch, filterCount, roomsQuery } from './search.ts'

it('reads an address, and leaves out what is no value of it', () => {
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

it('asks for open rooms, twenty at a time, unless told otherwise', () => {
  expect(roomsQuery({})).toEqual({ status: 'open', page: 1, size: 20 })
  expect(roomsQuery({ status: 'all', assignee_sales: 0, search: 'budi', page: 2 })).toEqual({
    page: 2,
    size: 20,
    assignee_sales: 0,
    search: 'budi',
  })
})

it('counts the filters that are hidden behind their button', () => {
  expect(filterCount({ status: 'all', search: 'x' })).toBe(0)
  expect(filterCount({ assignee_sales: 0, tag: 'a', is_need_support: true, snoozed: true })).toBe(4)
})
