import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'

afterEach(() => vi.unstubAllGlobals())

test('nothing that the worker writes is committed by hand, because an engine never ends that when the worker is ended', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit')
  const db = new OwnerDatabase(uuidv7(), () => undefined, { bulk: true })
  await db.meta.put({ key: 'one', value: 1 })
  expect(commit).toHaveBeenCalled()
  commit.mockClear()
  await import('./worker.ts')
  await db.meta.put({ key: 'two', value: 2 })
  expect([await db.meta.count(), commit.mock.calls.length]).toEqual([2, 0])
  db.close()
})
