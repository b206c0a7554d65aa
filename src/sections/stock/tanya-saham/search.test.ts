import { expect, it } from 'vitest'
import { withFilter } from '#contract/kit/field/list-query.ts'
import { addressOf, questionsQuery, statusOf, toListQuery, withStatus } from './search.ts'

it('questionsQuery uses the default status, and all where each status is named', () => {
  expect(questionsQuery({ page: '2' }, 'open')).toMatchObject({ page: 2, filters: [{ field: 'status', values: ['open'] }] })
  expect(questionsQuery({}, 'all').filters).toEqual([])
  const all = withStatus(toListQuery({}), 'all', 'open')
  expect(statusOf(all, 'open')).toBe('all')
  expect(questionsQuery(addressOf(all, undefined), 'open').filters).toEqual([{ field: 'status', values: ['open', 'answered', 'ended'] }])
  expect(statusOf(withStatus(all, 'open', 'open'), 'open')).toBe('open')
  expect(statusOf(withStatus(all, 'open', 'all'), 'all')).toBe('open')
})

it('addressOf keeps the open chat, and drops the page size', () => {
  const query = withFilter(toListQuery({ page: '3', open: 'a ref' }), 'assigned_to', ['0'])
  expect(addressOf(query, 'a ref')).toEqual({ query: 'assigned_to:0', open: 'a ref' })
  expect(toListQuery({ query: 'category:entry' }).size).toBe(20)
})
