import { describe, expect, test, vi } from 'vitest'
import { createMemoryQueue } from '#tests/support/memory-queue.ts'
import { testRow } from '#tests/support/test-row.ts'
import { discard, edit, orphans, type RevisionParts, retry } from './revise.ts'
import type { OutboxRow } from './types.ts'

const fresh = { state: 'queued', reason: null, attempts: 0, nextAttemptAt: 0, lastError: null } as const
const refused: Partial<OutboxRow> = {
  ...{ state: 'parked', reason: 'rejected', attempted: true, decided: true, attempts: 3, nextAttemptAt: 9 },
  lastError: { status: 422, code: 'invalid', message: 'No' },
}

/** One change in the outbox. `meanwhile` happens while the server is asked. */
async function waiting(
  values: Partial<OutboxRow> = {},
  answer: unknown = { status: 422 },
  meanwhile?: (queue: ReturnType<typeof createMemoryQueue>) => Promise<unknown>,
) {
  const queue = createMemoryQueue()
  const { seq: _seq, ...row } = testRow({ seq: 1, ...values })
  await queue.add(row)
  const wake = vi.fn()
  const cancel = vi.fn(async () => {
    await meanwhile?.(queue)
    return answer
  })
  const parts: RevisionParts = { find: queue.find, replace: queue.replace, cancel, wake }
  return { queue, parts, cancel, wake, row }
}
const only = async (queue: ReturnType<typeof createMemoryQueue>) => (await queue.rows())[0]

describe('retry', () => {
  test('sends a refused change under a new id, and wakes the drain', async () => {
    const { queue, parts, row, wake } = await waiting(refused)
    expect(await retry(parts, 1)).toBe('ok')
    const next = await only(queue)
    expect(next).toEqual({ ...row, ...fresh, seq: 1, id: next?.id, decided: false, attempted: false })
    expect(next?.id).not.toBe(row.id)
    expect(wake).toHaveBeenCalledOnce()
  })

  test('keeps the id of a change without a verdict, so that it is not made twice', async () => {
    const { queue, parts, row } = await waiting({ ...refused, decided: false })
    expect(await retry(parts, 1)).toBe('ok')
    expect(await only(queue)).toEqual({ ...row, ...fresh, seq: 1 })
  })

  test('leaves a change that is under way, and says so of one that is gone', async () => {
    const { queue, parts, row, wake } = await waiting({ state: 'sending', attempts: 2 })
    expect(await retry(parts, 1)).toBe('ok')
    expect(await only(queue)).toEqual({ ...row, seq: 1 })
    expect(await retry(parts, 7)).toBe('missing')
    expect(wake).not.toHaveBeenCalled()
    expect(await retry({ ...parts, find: async () => testRow({ seq: 1 }) }, 1)).toBe('missing')
  })
})

describe('a change that waits', () => {
  test('is forgotten without asking the server that never had it', async () => {
    const { queue, parts, cancel, wake } = await waiting()
    expect(await discard(parts, 1)).toBe('ok')
    expect([await queue.rows(), cancel.mock.calls, wake.mock.calls.length]).toEqual([[], [], 1])
    expect(await discard(parts, 1)).toBe('missing')
    expect(await edit(parts, 1, { patch: {} })).toBe('missing')
  })

  test('is edited in its place: files and base stay unless others are given', async () => {
    const files = [{ field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }]
    const base = { version: 1, values: { bank_name: 'BNI' } }
    const { queue, parts, row } = await waiting({ files, base, patch: { bank_name: 'BRI' } })
    expect(await edit(parts, 1, { patch: { bank_name: 'BCA' } })).toBe('ok')
    expect(await only(queue)).toEqual({ ...row, seq: 1, patch: { bank_name: 'BCA' } })
    const decided = { version: 4, values: { bank_name: 'BSI' } }
    expect(await edit(parts, 1, { patch: {}, files: [], base: decided })).toBe('ok')
    expect(await only(queue)).toEqual({ ...row, seq: 1, patch: {}, files: [], base: decided })
  })

  test('keeps the ref of the record it makes', async () => {
    const { queue, parts } = await waiting({ action: 'create', touches: ['n1'], patch: { ref: 'n1', bank_name: 'BRI' } })
    await edit(parts, 1, { patch: { bank_name: 'BCA' } })
    expect((await only(queue))?.patch).toEqual({ ref: 'n1', bank_name: 'BCA' })
  })

  test('goes on under a new id once the server refused or cancelled it, and under its own before', async () => {
    const idAfter = async (values: Partial<OutboxRow>) => {
      const { queue, parts, row } = await waiting(values)
      await edit(parts, 1, { patch: {} })
      return (await only(queue))?.id === row.id
    }
    expect(await idAfter({})).toBe(true)
    expect(await idAfter(refused)).toBe(false)
    expect(await idAfter({ attempted: true })).toBe(false)
  })

  test.for([
    [200, 'sent'],
    [299, 'sent'],
    [300, 'ok'],
    [199, 'ok'],
  ] as const)('that the server answers %i for when it is cancelled is %s', async ([status, result]) => {
    expect(await discard((await waiting({ attempted: true }, { status })).parts, 1)).toBe(result)
  })

  test('is not asked of a server that has refused it or keeps no verdicts', async () => {
    for (const values of [refused, { attempted: true, plain: 'once' as const }]) {
      const { parts, cancel } = await waiting(values)
      expect(await discard(parts, 1)).toBe('ok')
      expect(cancel).not.toHaveBeenCalled()
    }
  })

  test('that is another row or gone once the server has answered is left alone', async () => {
    const renewed = await waiting({ attempted: true, decided: false }, { status: 422 }, async (queue) => {
      const row = await queue.find(1)
      if (row) await queue.replace(row, (entry) => ({ ...entry, id: 'renewed' }))
    })
    expect(await discard(renewed.parts, 1)).toBe('missing')
    expect(await only(renewed.queue)).toMatchObject({ id: 'renewed' })
    const gone = await waiting({ attempted: true }, { status: 422 }, async (queue) => {
      const row = await queue.find(1)
      if (row) await queue.replace(row, () => null)
    })
    expect(await edit(gone.parts, 1, { patch: {} })).toBe('missing')
  })

  test('that a drain took meanwhile is left to it', async () => {
    const queued = await waiting()
    const [before] = await queued.queue.rows()
    await queued.queue.claim(0, { isSingle: () => false, max: 10, files: true })
    expect(await discard({ ...queued.parts, find: async () => before }, 1)).toBe('missing')
    expect(await only(queued.queue)).toMatchObject({ state: 'sending' })
  })
})

describe('without the making of a record', () => {
  const create = testRow({ seq: 2, action: 'create', touches: ['n1', 'r9'] })

  test('what changes it or refers to it waits for the person, and says why', () => {
    const later = [testRow({ seq: 3, touches: ['n1'] }), testRow({ seq: 4, touches: ['r2'], dependsOn: ['n1'] })]
    expect(orphans(create, later)).toEqual(
      later.map((row) => ({ ...row, state: 'parked', reason: 'dependency', lastError: { status: 0, code: 'dependency', message: '' } })),
    )
  })

  test('nothing else does', () => {
    expect(orphans(create, [testRow({ seq: 1, touches: ['n1'] }), create, testRow({ seq: 3, touches: ['r9'] })])).toEqual([])
    expect(orphans({ ...create, action: 'update' }, [testRow({ seq: 3, touches: ['n1'] })])).toEqual([])
    expect(orphans({ ...create, touches: [] }, [testRow({ seq: 3, touches: ['n1'] })])).toEqual([])
  })
})
