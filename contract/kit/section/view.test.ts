import { describe, expect, it } from 'vitest'
import { text } from '../field/field.ts'
import { parseListQuery } from '../field/list-query.ts'
import { section } from './section.ts'
import { baseOf, isMain, viewsOf, withBase } from './view.ts'

describe('the base of a list', () => {
  const base = baseOf({ query: 'status:ACTIVE', sort: 'sequence asc' })

  it("is merged with a person's query, and decides its own fields", () => {
    const query = parseListQuery({ page: 2, query: 'type:info,status:HIDDEN,search:promo' })
    expect(withBase(query, base)).toEqual({
      ...query,
      sort: { field: 'sequence', direction: 'asc' },
      filters: [
        { field: 'status', values: ['ACTIVE'] },
        { field: 'type', values: ['info'] },
      ],
    })
  })

  it('yields to an order chosen by a person', () => {
    const query = parseListQuery({ sort: 'title desc' })
    expect(withBase(query, base).sort).toEqual({ field: 'title', direction: 'desc' })
  })

  it('changes nothing if it is empty', () => {
    const query = parseListQuery({ query: 'type:info' })
    expect(withBase(query, baseOf({}))).toBe(query)
  })
})

const list = { columns: ['title'], search: [], filters: [], sort: 'title asc' } as const
const options = { path: '/test/in/v1/notes', permission: 'content', title: 'title', fields: { title: text() }, list } as const

it('a section without views has one list', () => {
  const views = viewsOf(section('note', options))
  expect(views).toEqual([{ name: 'all' }])
  expect(views.map(isMain)).toEqual([true])
})

it('a view refuses unknown fields and columns', () => {
  section('note', { ...options, views: { all: {}, late: { at: 'late', sort: 'updated_at desc', columns: ['title', '-created_at'] } } })
  // @ts-expect-error: no field of that name
  section('note', { ...options, views: { all: { sort: 'titel asc' } } })
  // @ts-expect-error: no column of that name
  section('note', { ...options, views: { all: { columns: ['titel'] } } })
  // @ts-expect-error: an option that there is not
  section('note', { ...options, views: { all: { filter: 'title:a' } } })
})
