import { describe, expect, expectTypeOf, it } from 'vitest'
import { section } from '../section/section.ts'
import { sectionCalls } from '../section/section-calls.ts'
import { choice, date, flag, number, reference, references, text } from './field.ts'
import { pageOf, type RoutePath, readRoute } from './routes.ts'

const fields = {
  member_id: reference({ required: true, to: 'member' }),
  campaigns: references({ to: 'campaign' }),
  option: choice(['buy', 'sell']),
  level: choice([1, 2]),
  name: text({ required: true }),
  count: number(),
  shown: flag(),
  day: date(),
} as const
const common = { path: '/test/in/v1/leave', permission: 'member', title: 'name', fields } as const
const list = { columns: ['name'], search: ['name'], filters: [], sort: 'id desc' } as const
type Path<P extends string> = RoutePath<P, typeof fields>

describe('the routes of a section', () => {
  it('may name its id, references and choices in braces, and nothing else', () => {
    expectTypeOf<Path<'add/{member_id}'>>().toEqualTypeOf<'add/{member_id}'>()
    expectTypeOf<Path<'edit/{id}/{option}'>>().toEqualTypeOf<'edit/{id}/{option}'>()
    expectTypeOf<Path<'edit/{level}/{id}'>>().toEqualTypeOf<'edit/{level}/{id}'>()
    expectTypeOf<Path<'add/{membr_id}'>>().toEqualTypeOf<'{membr_id} is no id, reference or choice of the section'>()
    expectTypeOf<Path<'add/{name}'>>().not.toEqualTypeOf<'add/{name}'>()
    expectTypeOf<Path<'add/{count}'>>().not.toEqualTypeOf<'add/{count}'>()
    expectTypeOf<Path<'add/{shown}'>>().not.toEqualTypeOf<'add/{shown}'>()
    expectTypeOf<Path<'add/{day}'>>().not.toEqualTypeOf<'add/{day}'>()
    expectTypeOf<Path<'add/{campaigns}'>>().not.toEqualTypeOf<'add/{campaigns}'>()

    section('leave', { ...common, list, routes: { add: 'add/{member_id}', edit: 'edit/{member_id}/{id}' } })
    // @ts-expect-error: a text is none of a few values
    section('leave', { ...common, list, routes: { add: 'add/{name}' } })
    // @ts-expect-error: no such field
    section('leave', { ...common, list, routes: { edit: 'edit/{id}/{optoin}' } })
  })

  it('define that a search parameter sets a field, or where the form goes back to', () => {
    const made = section('leave', { ...common, list, search: { action: { sets: 'option' }, fr: { back: ['chat-platform'] } } })
    expect(made.search.action).toEqual({ sets: 'option' })
    // @ts-expect-error: no such field
    section('leave', { ...common, list, search: { action: { sets: 'kind' } } })
  })

  it('return the values of their braces for a matching address', () => {
    expect(readRoute('edit/{id}/{option}', 'edit/12/sell')).toEqual({ id: '12', option: 'sell' })
    expect(readRoute('add/{member_id}', 'add/0190e6b0-1111-7000-8000-000000000001')).toEqual({
      member_id: '0190e6b0-1111-7000-8000-000000000001',
    })
    for (const path of ['add', 'add/', 'add/1/2', 'edit/1', '', 'add//1']) expect(readRoute('add/{member_id}', path), path).toBeNull()
  })
})

describe('the pages of a section', () => {
  const kind = 'records'
  const every = ['create', 'get', 'update', 'delete']

  it('all exist by default', () => {
    for (const page of ['list', 'add', 'edit', 'detail'] as const) expect(pageOf({ kind, hasPage: true, actions: every }, page)).toBe(page)
  })

  it('are one page for a single record', () => {
    const made = { hasPage: true, actions: ['get', 'update'], kind: 'setting' }
    for (const page of ['list', 'add', 'edit', 'detail'] as const) expect(pageOf(made, page)).toBe('list')
  })

  it('lead to the list where a record has no page', () => {
    expect(pageOf({ kind, hasPage: false, actions: every }, 'edit')).toBe('list')
    expect(pageOf({ kind, hasPage: false, actions: every }, 'detail')).toBe('list')
    expect(pageOf({ kind, hasPage: false, actions: every }, 'add')).toBe('add')
  })

  it('lead to the detail without update, and to the list without create', () => {
    expect(pageOf({ kind, hasPage: true, actions: ['get'] }, 'edit')).toBe('detail')
    expect(pageOf({ kind, hasPage: true, actions: ['get'] }, 'add')).toBe('list')
  })
})

describe('a section of one record', () => {
  const one = section('one-setting', { ...common, kind: 'setting' })

  it('is read and changed, and neither listed, added nor deleted', () => {
    expect(sectionCalls(one).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /test/in/v1/leave/{id}/history',
      'GET /test/in/v1/leave/{id}',
      'PUT /test/in/v1/leave/{id}',
    ])
  })

  it('has no list options', () => {
    // @ts-expect-error: it is one or the other
    section('one-setting', { ...common, list, kind: 'setting' })
    // @ts-expect-error: and one of them
    section('one-setting', common)
  })
})

it('the call of a record exists even without its page', () => {
  const made = section('leave', { ...common, list, hasPage: false })
  expect(sectionCalls(made).map(({ name }) => name)).toContain('leave.one')
})
