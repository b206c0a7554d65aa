import { describe, expect, it } from 'vitest'
import { choices, date, dateTime, flag, money, phone, reference, tags, text } from '#contract/kit/field/field.ts'
import { firstPage, type ListQuery, ListQueryError } from '#contract/kit/field/list-query.ts'
import { section } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import {
  byCodePoint,
  compareKeys,
  compareRows,
  matches,
  matchesFilter,
  matchesHere,
  momentRange,
  sortKey,
  sortOf,
  toMoment,
} from './list-evaluate.ts'

const noEnd = '0001-01-01T00:00:00'
const sales = section('bank', {
  path: '/test/in/v1/sales',
  permission: 'bank',
  title: 'name',
  fields: {
    name: text(),
    phone: phone(),
    price: money(),
    on: date(),
    at: dateTime(),
    is_active: flag(),
    sales: reference({ to: 'user/sales', unassigned: true }),
    campaign_id: reference({ to: 'campaign' }),
    owner_id: reference({ to: 'user/sales', required: true }),
    tags: tags(),
    kinds: choices(['a', 'b']),
  },
  list: {
    columns: ['name'],
    search: ['name', 'phone'],
    filters: ['name', 'price', 'on', 'is_active', 'sales', 'campaign_id', 'owner_id', 'tags', 'kinds'],
    dates: ['at'],
    sort: 'name asc',
  },
  wire: { emptyDate: { at: noEnd } },
})
const { fields } = sales
const holds = (field: string, value: unknown, ...values: string[]) => matchesFilter(sales, { [field]: value }, { field, values })

describe('toMoment', () => {
  it('reads a day and a time without an offset as WIB, and an offset as it is written', () => {
    expect(toMoment('2026-03-01')).toBe(Date.parse('2026-02-28T17:00:00Z'))
    expect(toMoment('2026-03-01T08:00:00')).toBe(Date.parse('2026-03-01T01:00:00Z'))
    expect(toMoment('2026-03-01T08:00:00Z')).toBe(Date.parse('2026-03-01T08:00:00Z'))
    expect(toMoment('2026-03-01T08:00:00+02:00')).toBe(Date.parse('2026-03-01T06:00:00Z'))
  })

  it('is nothing for what is no time', () => {
    for (const value of ['soon', '', 5, null, undefined, ['2026-03-01']]) expect(toMoment(value)).toBeNull()
  })
})

describe('momentRange', () => {
  const moment = (value: string) => Date.parse(value)

  it('has a day wholly, and a time to its millisecond', () => {
    expect(momentRange('2026-03-01..2026-03-02')).toEqual({
      from: moment('2026-03-01T00:00+07:00'),
      before: moment('2026-03-03T00:00+07:00'),
    })
    expect(momentRange('2026-03-01')).toEqual({ from: moment('2026-03-01T00:00+07:00'), before: moment('2026-03-02T00:00+07:00') })
    expect(momentRange('2026-03-01..2026-03-02T08:00:00Z').before).toBe(moment('2026-03-02T08:00:00Z') + 1)
  })

  it('is open on the side that is not given', () => {
    expect(momentRange('2026-03-01..')).toEqual({ from: moment('2026-03-01T00:00+07:00'), before: Number.POSITIVE_INFINITY })
    expect(momentRange('..2026-03-01')).toEqual({ from: Number.NEGATIVE_INFINITY, before: moment('2026-03-02T00:00+07:00') })
  })

  it('refuses what is no time, on either side', () => {
    for (const value of ['soon..2026-03-01', '2026-03-01..soon', 'soon']) expect(() => momentRange(value)).toThrow(ListQueryError)
  })
})

describe('a filter', () => {
  it('of moments is a range, in which the mark of no date lies nowhere', () => {
    expect(holds('at', '2026-03-01T23:59:59', '2026-03-01')).toBe(true)
    expect(holds('at', '2026-03-01T00:00:00', '2026-03-01')).toBe(true)
    expect(holds('at', '2026-03-02T00:00:00', '2026-03-01')).toBe(false)
    expect(holds('at', '2026-02-28T23:59:59', '2026-03-01')).toBe(false)
    expect(holds('at', noEnd, '..2026-03-01')).toBe(false)
    expect(holds('at', null, '..2026-03-01')).toBe(false)
    expect(matchesFilter(leads, { next_follow_up: null }, { field: 'next_follow_up', values: ['..2026-03-01'] })).toBe(false)
    expect(matchesFilter(leads, { next_follow_up: '2026-02-01' }, { field: 'next_follow_up', values: ['..2026-03-01'] })).toBe(true)
  })

  it('of a switch takes one that was never set for off', () => {
    expect([true, false, null, undefined].map((value) => holds('is_active', value, 'true'))).toEqual([true, false, false, false])
    expect([true, false, null, undefined].map((value) => holds('is_active', value, 'false'))).toEqual([false, true, true, true])
  })

  it('of a reference finds nobody by 0, where there may be nobody', () => {
    for (const field of ['sales', 'campaign_id']) {
      expect([0, null, undefined, 7].map((value) => holds(field, value, '0'))).toEqual([true, true, true, false])
      expect([0, null, 7, 70].map((value) => holds(field, value, '7'))).toEqual([false, false, true, false])
    }
    expect([0, null, 7].map((value) => holds('owner_id', value, '0'))).toEqual([true, false, false])
    expect(holds('name', null, '0')).toBe(false)
  })

  it('of numbers is a value or a range with its ends', () => {
    const prices = [null, undefined, 9, 10, 20, 100]
    const found = (wanted: string) => prices.filter((price) => holds('price', price, wanted))
    expect(found('10..20')).toEqual([10, 20])
    expect(found('10..')).toEqual([10, 20, 100])
    expect(found('..10')).toEqual([9, 10])
    expect(found('10')).toEqual([10])
    expect(holds('price', '0', '..5')).toBe(true)
  })

  it('of days compares them as days', () => {
    const days = [null, '2026-02-28', '2026-03-01', '2026-03-31']
    const found = (wanted: string) => days.filter((day) => holds('on', day, wanted))
    expect(found('2026-03-01..2026-03-31')).toEqual(['2026-03-01', '2026-03-31'])
    expect(found('2026-03-02..')).toEqual(['2026-03-31'])
    expect(found('..2026-03-01')).toEqual(['2026-02-28', '2026-03-01'])
    expect(found('2026-03-01')).toEqual(['2026-03-01'])
  })

  it('of a list holds where one of its entries is wanted', () => {
    expect(holds('tags', ['hot', 'new'], 'new')).toBe(true)
    expect(holds('kinds', ['a'], 'b')).toBe(false)
    expect(holds('tags', [], 'new')).toBe(false)
  })

  it('of texts is the whole text, even one that looks like a range, and any of its values will do', () => {
    expect(holds('name', 'a..z', 'a..z')).toBe(true)
    expect(holds('name', 'm', 'a..z')).toBe(false)
    expect(holds('name', null, '')).toBe(false)
    expect(holds('name', undefined, '')).toBe(false)
    expect(holds('name', 'Budi', 'Sari', 'Budi')).toBe(true)
    expect(holds('name', 'Budi', 'Sari')).toBe(false)
  })

  it('by a field that a list does not have is refused, and holds for no record that waits here', () => {
    const query: ListQuery = { ...firstPage, filters: [{ field: 'mover', values: ['7'] }] }
    expect(() => matches(sales, { name: 'Budi' }, query)).toThrow(ListQueryError)
    expect(matchesHere(sales, { name: 'Budi' }, query)).toBe(false)
    const name = { field: 'name', values: ['Budi'] }
    expect(matchesHere(sales, { name: 'Budi' }, { ...query, filters: [name, ...query.filters] })).toBe(false)
    expect(matchesHere(sales, { name: 'Budi' }, { ...query, filters: [name] })).toBe(true)
    expect(matchesHere(sales, { name: 'Budi' }, firstPage)).toBe(true)
  })
})

it('a search finds texts in any case, and a phone number however it is written', () => {
  const row = { name: 'Sinta Dewi', phone: '6281299990001' }
  const found = (search: string) => matches(sales, row, { ...firstPage, search })
  expect(['', 'sinta', 'DEWI', '0812-9999-0001', 'Budi'].map(found)).toEqual([true, true, true, true, false])
  expect(matches(sales, {}, firstPage)).toBe(true)
})

describe('the order of a list', () => {
  const sorted = (field: keyof typeof fields, direction: 'asc' | 'desc', values: readonly unknown[]) =>
    values
      .map((value, id) => ({ id, [field]: value }))
      .sort(compareRows(sales, { field, direction }))
      .map(({ id }) => id)

  it('has nothing last in both directions, and equal values by their id, the same way round', () => {
    expect(sorted('name', 'asc', ['b', null, 'a', '', 'b', undefined])).toEqual([2, 0, 4, 1, 3, 5])
    expect(sorted('name', 'desc', ['b', null, 'a', '', 'b', undefined])).toEqual([4, 0, 2, 5, 3, 1])
    const equal = [9, 7].map((id) => ({ id, name: 'b' }))
    expect(equal.sort(compareRows(sales, { field: 'name', direction: 'asc' })).map(({ id }) => id)).toEqual([7, 9])
  })

  it('orders numbers, switches and moments by their value, and the mark of no date as nothing', () => {
    expect(sorted('price', 'asc', [100, 9, 20])).toEqual([1, 2, 0])
    expect(sorted('is_active', 'asc', [true, false])).toEqual([1, 0])
    expect(sorted('at', 'asc', [noEnd, '2026-03-01T08:00:00', '2026-03-01T00:30:00Z', 'soon'])).toEqual([2, 1, 0, 3])
  })

  it('orders nobody as 0', () => {
    expect(sorted('sales', 'asc', [3, null, 0])).toEqual([1, 2, 0])
    expect(sortKey(fields.campaign_id, null)).toBeNull()
    expect(sortKey(undefined, null)).toBeNull()
    expect(sortKey(undefined, true)).toBe(1)
  })

  it('orders texts by code point, as the database does', () => {
    const texts = ['\u{1f600}', '\uffee', '\ud7ff', 'z', '\ue000', '\u{10ffff}', 'Z']
    const byPoint = texts.toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    expect(texts.toSorted((a, b) => compareKeys(byCodePoint(a), byCodePoint(b)))).toEqual(byPoint)
    expect(byCodePoint('Ubud')).toBe('Ubud')
    expect(byCodePoint('a\ue000')).toHaveLength(2)
    expect(compareKeys('a', 'a')).toBe(0)
  })

  it('is that of the query, else of the section', () => {
    expect(sortOf(sales, { ...firstPage, sort: { field: 'price', direction: 'desc' } })).toEqual({ field: 'price', direction: 'desc' })
    expect(sortOf(sales, firstPage)).toEqual({ field: 'name', direction: 'asc' })
    expect(() => sortOf(sales, { ...firstPage, sort: { field: 'tags', direction: 'asc' } })).toThrow(ListQueryError)
  })
})
