import { expect, it } from 'vitest'
import { user } from '../../sections/auth/user.ts'
import { tagManager } from '../../sections/other/tag-manager.ts'
import { bank } from '../../sections/settings/bank.ts'
import { filtersBeside, nameOf, optionQuery, siblingsOf, targetBeside } from './options.ts'
import { sectionCalls } from './section-calls.ts'

it('optionQuery returns the options of a target, by default ten while typing', () => {
  expect(optionQuery(user, 'user')).toMatchObject({ filters: [], all: false, size: 10, sort: { field: 'name', direction: 'asc' } })
  expect(optionQuery(tagManager, 'tag-manager')).toMatchObject({ all: true, size: 1_000 })
  expect(optionQuery(user, 'user/sales')).toEqual({
    filters: [
      { field: 'similar_role', values: ['sales'] },
      { field: 'is_active', values: ['true'] },
    ],
    sort: { field: 'name', direction: 'asc' },
    all: true,
    size: 100_000,
    path: null,
  })
  expect([optionQuery(user, 'user/nobody'), optionQuery(user, 'user/constructor')]).toEqual([null, null])
})

it('a list of options with a path has its own call before {id}', () => {
  const event = { ...user, name: 'event', options: { lists: { select: { path: '/select', query: 'is_active:true' } } } }
  const calls = sectionCalls(event)
  const select = calls.findIndex(({ name }) => name === 'event.options.select')
  expect(calls[select]).toMatchObject({
    method: 'GET',
    path: `${user.path}/select`,
    query: 'list',
    permission: ['get user', ...user.readableBy],
  })
  expect(select).toBeLessThan(calls.findIndex(({ path }) => path.includes('{id}')))
  expect(optionQuery(event, 'event/select')).toMatchObject({ path: '/select', all: false })
})

it('filtersBeside replaces braces of a query by sibling values', () => {
  const query = 'model:{model},is_show:true,tag:{tags}'
  expect(siblingsOf(query)).toEqual(['model', 'tags'])
  expect(filtersBeside(query, { model: 'post, and more', tags: [1, 2] })).toEqual([
    { field: 'model', values: ['post, and more'] },
    { field: 'is_show', values: ['true'] },
    { field: 'tag', values: ['1', '2'] },
  ])
  for (const model of [undefined, null, '']) expect(filtersBeside(query, { model, tags: [1] })).toBeNull()
  expect(filtersBeside(undefined, {})).toEqual([])
  expect(filtersBeside('is_active:{is_active}', { is_active: false })).toEqual([{ field: 'is_active', values: ['false'] }])
})

it('targetBeside takes the section of a reference from a sibling choice', () => {
  expect([
    targetBeside({ to: '{category}' }, { category: 'membership' }),
    targetBeside({ to: '{category}', sections: { onlineclass: 'online-class' } }, { category: 'onlineclass' }),
    targetBeside({ to: '{category}' }, {}),
    targetBeside({ to: 'user/sales' }, {}),
    targetBeside({}, {}),
  ]).toEqual(['membership', 'online-class', '', 'user/sales', ''])
})

it('nameOf tells accounts of one bank apart, and names other records by their title', () => {
  expect(nameOf(bank, { id: 1, bank_name: 'BCA', account_number: '1234567' })).toBe('BCA · 1234567')
  expect(nameOf(bank, { id: 1, bank_name: 'BCA' })).toBe('BCA')
  expect(nameOf(user, { id: 1, name: 'Rani', email: 'rani@lapangan.test' })).toBe('Rani')
})
