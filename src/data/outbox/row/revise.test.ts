import { expect, test, vi } from 'vitest'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import { testRow } from '#tests/support/test-row.ts'
import { discard, edit, type RevisionParts } from './revise.ts'
import type { OutboxRow } from './types.ts'

const tooLarge = { status: 413, code: 'too_large', message: 'This is too large.' }
const parked: Partial<OutboxRow> = { state: 'parked', reason: 'tooLarge', attempted: true, attempts: 3, lastError: tooLarge }
const behind = { isSingle: () => false, max: 10, files: true }

/** A change and one behind it; `status` is what the server says when it is asked to cancel. */
async function waiting(status: number, values: Partial<OutboxRow>) {
  const queue = createMemoryQueue()
  const { seq: _first, ...head } = testRow({ seq: 1, ...values })
  const { seq: _second, ...later } = testRow({ seq: 2 })
  await queue.add(head)
  await queue.add(later)
  const cancel = async () => ({ status, verdict: status === 200 ? 'done' : 'cancelled' })
  const wake = vi.fn()
  const parts: RevisionParts = { find: queue.find, replace: queue.replace, cancel, wake }
  return { queue, parts, head, later, wake }
}

const revisions = [
  ['discarded', (parts: RevisionParts) => discard(parts, 1)],
  ['edited', (parts: RevisionParts) => edit(parts, 1, { patch: { bank_name: 'BCA' } })],
] as const

test.for(revisions)('a parked change whose answer was lost and that the server had done asks again when it is %s', async ([, act]) => {
  const { queue, parts, head, later, wake } = await waiting(200, parked)
  expect(await act(parts)).toBe('sent')
  expect(wake).toHaveBeenCalledOnce()
  expect(await queue.claim(0, behind)).toMatchObject([
    { id: head.id, patch: head.patch, attempted: true, lastError: null },
    { id: later.id },
  ])
})

test.for(revisions)('one that is under way is left to who sends it when it is %s', async ([, act]) => {
  const { queue, parts } = await waiting(200, { state: 'sending', attempted: true, attempts: 2 })
  expect(await act(parts)).toBe('sent')
  expect(await queue.rows()).toMatchObject([{ state: 'sending', attempts: 2 }, { state: 'queued' }])
})

test('a parked change that the server cancels is gone, or goes on under a new id', async () => {
  const dropped = await waiting(422, parked)
  expect(await discard(dropped.parts, 1)).toBe('ok')
  expect(await dropped.queue.rows()).toMatchObject([{ id: dropped.later.id }])
  const changed = await waiting(422, parked)
  expect(await edit(changed.parts, 1, { patch: { bank_name: 'BCA' } })).toBe('ok')
  const [row] = await changed.queue.rows()
  expect(row).toMatchObject({ state: 'queued', attempted: false, patch: { bank_name: 'BCA' } })
  expect(row?.id).not.toBe(changed.head.id)
})
