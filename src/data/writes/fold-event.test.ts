import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { progressStore } from '../query/upload-progress.ts'
import { foldEvent } from './fold-event.ts'

const [first, second] = [testRow({ seq: 1 }), testRow({ seq: 2 })]
const storedAs = (left: { id: string; state: 'parked' } | null) => ({
  kind: 'stored' as const,
  rows: [{ id: first.id, section: first.section, isDone: left === null, left }],
})

describe('foldEvent', () => {
  beforeEach(() => outboxStore.set({ rows: [first, second], ready: true, settled: [] }))

  it('keeps a done row once on the screen, and takes it from what waits when it is stored', () => {
    const verdict = { kind: 'verdict', row: first, verdict: { kind: 'done', row: null, refused: [] } } as const
    foldEvent('owner', verdict)
    foldEvent('owner', verdict)
    foldEvent('owner', storedAs(null))
    const { rows, settled } = outboxStore.get()
    expect([rows, settled]).toEqual([[second], [{ ...first, state: 'done' }]])
  })

  it('leaves what is parked to the next reading of the database', () => {
    foldEvent('owner', storedAs({ id: first.id, state: 'parked' }))
    expect(outboxStore.get().rows).toEqual([first, second])
  })

  it('notifies of each percent once', () => {
    const listener = vi.fn()
    const stop = progressStore.subscribe(listener)
    for (const percent of [10, 10, 20]) foldEvent('owner', { kind: 'sending', id: first.id, percent })
    expect([listener.mock.calls.length, progressStore.get()[first.id]]).toEqual([2, 20])
    stop()
  })
})
