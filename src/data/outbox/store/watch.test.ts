import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../row/types.ts'
import { OwnerDatabase } from './database.ts'
import { watchRows } from './watch.ts'

test('tells of rows that come, change and go, the last of a burst among them', async () => {
  const db = new OwnerDatabase(uuidv7())
  let shown: readonly OutboxRow[] | null = null
  let times = 0
  const stop = watchRows(db, {
    next: (rows) => {
      shown = rows
      times += 1
    },
    error: () => undefined,
  })
  await vi.waitFor(() => expect(shown).toEqual([]))
  for (let seq = 1; seq <= 40; seq++) await db.outbox.add(testRow({ seq }))
  await vi.waitFor(() => expect(shown).toHaveLength(40))
  expect(times).toBeLessThan(40)
  await db.outbox.update(40, { state: 'parked' })
  await vi.waitFor(() => expect(shown?.at(-1)?.state).toBe('parked'))
  await db.outbox.clear()
  await vi.waitFor(() => expect(shown).toEqual([]))
  stop()
  await db.delete()
})
