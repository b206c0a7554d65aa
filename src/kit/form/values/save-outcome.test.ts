import { beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { testRow } from '#tests/support/test-row.ts'
import { awaitOutcome } from './save-outcome.ts'

const discard = vi.hoisted(() => vi.fn())
vi.mock('#console/data/writes/actions.ts', () => ({ discard }))

const error = { status: 403, code: 'forbidden', message: 'You may not do this.' }
const refused = testRow({ seq: 1, state: 'parked', reason: 'rejected', attempted: true, lastError: error })
const waits = (rows: OutboxRow[]) => outboxStore.set({ ...outboxStore.get(), rows })

beforeEach(() => {
  connectionStore.set('online')
  waits([refused])
})

test('a refused change is taken back out, and the form says why', async () => {
  discard.mockResolvedValue('ok')
  expect(await awaitOutcome(refused.id)).toMatchObject({ is: 'rejected', message: 'You may not do this.' })
})

test('one that was done before it was refused is done: saved once more it would be there twice', async () => {
  discard.mockResolvedValue('sent')
  expect(await awaitOutcome(refused.id)).toEqual({ is: 'done' })
})
