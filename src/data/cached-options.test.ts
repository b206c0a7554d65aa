import 'fake-indexeddb/auto'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { sessionStore } from './api/session.ts'
import { markCached } from './cache/cached.ts'
import { ownerDatabase } from './cache/db.ts'
import { cacheKeys, cacheOf, rowTables, writeRows } from './outbox/store/row-cache.ts'
import { foundOptions, namedOptions, type Option, optionsOptions } from './query/option-queries.ts'
import { queryClient } from './query/query-client.ts'

const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
const phones = ['628121112223', '628579990001', '628780007777']
let requests: readonly { url: string }[] = []

beforeAll(async () => {
  const browser = openBrowser()
  browser.answer(() => json({ data: [] }))
  requests = browser.requests
  startTestWorker()
  sessionStore.set({
    status: 'signed-in',
    session: { token: 't', roles: [], permissions: [], roleRead: [], user },
    notice: null,
    ended: null,
  })
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  const cache = cacheOf(db, 'member')
  const names = ['Dewi Lestari', 'Budi Santoso', 'Rina Wulan']
  const rows = names.map((name, at): AnyRow => ({ ...testLead(`m${at}`, 1, { name, phone: phones[at] }), id: at + 1 }))
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, rows))
  await db.meta.put({ key: cacheKeys('member').cached, value: true })
  markCached('member', user.ref)
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

test('an order offers cached members offline: by name, phone and current value', async () => {
  onlineManager.setOnline(false)
  const labels = (options: readonly Option[]) => options.map(({ label, detail }) => [label, detail])
  expect(labels(await queryClient.fetchQuery(foundOptions('member', 'budi')))).toEqual([['Budi Santoso', '628579990001']])
  expect(labels(await queryClient.fetchQuery(foundOptions('member', '0878-0007-777')))).toEqual([['Rina Wulan', '628780007777']])
  expect(labels(await queryClient.fetchQuery(namedOptions('member', ['1', 'm2'])))).toEqual([
    ['Dewi Lestari', '628121112223'],
    ['Rina Wulan', '628780007777'],
  ])
  expect(labels(await queryClient.fetchQuery(optionsOptions('member')))).toHaveLength(3)
  expect(requests).toEqual([])
})
