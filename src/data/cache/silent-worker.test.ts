import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { sessionStore } from '../api/session.ts'
import { isCached, markCached } from './cached.ts'
import { queryCached, readCached, suggestCached } from './cached-rows.ts'
import { lookAtDatabase } from './look-at-database.ts'

vi.mock('./cache-client.ts', () => ({ requestFromWorker: () => new Promise(() => undefined) }))
vi.mock('./look-at-database.ts', () => ({ lookAtDatabase: vi.fn(async () => undefined) }))

const query: ListQuery = { page: 1, size: 20, sort: null, search: '', filters: [] }

beforeEach(() => {
  vi.useFakeTimers()
  openBrowser()
  const user = { id: 1, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set({
    status: 'signed-in',
    session: { token: 't', roles: [], permissions: [], roleRead: [], user },
    notice: null,
    ended: null,
  })
  markCached('leads', 'r')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['a list', () => queryCached('leads', query)],
  ['a record', () => readCached('leads', '7')],
  ['a search', () => suggestCached('leads', 'budi', 5)],
])('%s is left to the API after 3 s in which the worker says nothing, and its rows are not given up', async (_, read) => {
  const answer = read()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await answer).toBeNull()
  expect(lookAtDatabase, 'the page looks itself').toHaveBeenCalledWith('leads')
  expect(isCached('leads')).toBe(true)
})
