import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/session.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { sessionStore } from '../api/session.ts'
import { namedOptions, optionsOptions } from './option-queries.ts'
import { queryClient } from './query-client.ts'

const user = { id: 1, ref: '0190a6c2-0000-7000-8000-000000000001', name: 'Sari', email: 'sari@lapangan.test' }
afterEach(() => vi.unstubAllGlobals())

test('what this person may not have is not asked for, and what they may is', async () => {
  const browser = openBrowser()
  browser.answer(() => json({ data: [], current_page: 1, page_size: 10, next_page: 0, total_page: 0, total_record: 0 }))
  const { requests } = browser
  const session = { token: 't', roles: [], permissions: ['get post'], roleRead: [], user }
  const signIn = (more: Partial<Session>) =>
    sessionStore.set({ status: 'signed-in', session: { ...session, ...more }, notice: null, ended: null })
  signIn({})
  await expect(queryClient.fetchQuery(optionsOptions('bank'))).rejects.toMatchObject({ status: 403 })
  await expect(queryClient.fetchQuery(namedOptions('stock', ['7']))).rejects.toMatchObject({ status: 403 })
  expect(requests).toEqual([])
  const readers: readonly [to: string, permission: string][] = [
    ['role', 'get user'],
    ['campaign', 'get crm'],
    ['tag-manager', 'get crm'],
  ]
  for (const [to, permission] of readers) {
    signIn({ permissions: [permission] })
    await queryClient.fetchQuery(optionsOptions(to))
  }
  expect(requests).toHaveLength(readers.length)
  // What a server of the base contract alone lets people do, it knows itself.
  signIn({ plain: true })
  await queryClient.fetchQuery(optionsOptions('stock-sector'))
  expect(requests).toHaveLength(readers.length + 1)
})
