import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { messageStore } from '#console/data/base/messages.ts'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { outboxStore, showOutbox } from '#console/data/query/outbox-store.ts'
import { testRow } from '#tests/support/test-row.ts'
import { openConflict } from './open.ts'

const shown = vi.hoisted(() => vi.fn<(row: OutboxRow) => Promise<void>>(async () => undefined))
vi.mock(import('./conflict-window.tsx'), () => ({ showConflict: shown }))
vi.mock(import('#console/data/writes/start.ts'), () => ({ startOutbox: () => undefined }))

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

const row = testRow({
  seq: 4,
  state: 'parked',
  reason: 'conflict',
  patch: { city: 'Ubud' },
  base: { version: 1, values: { city: 'Bogor' } },
})

beforeEach(() => {
  const user = { id: 1, ref: 'owner', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: 'x', roles: [], permissions: [], roleRead: [], user } }))
  outboxStore.set({ rows: [], ready: false, settled: [] })
  shown.mockClear()
})

it('a conflict opens with the row of the database, also where only the copy for display was loaded', async () => {
  outboxStore.set({ rows: [{ ...row, base: null }], ready: false, settled: [] })
  const opened = openConflict(4)
  await vi.dynamicImportSettled()
  expect(shown).not.toHaveBeenCalled()
  showOutbox('owner', [row])
  await opened
  expect(shown.mock.calls).toEqual([[row]])
})

it('a conflict announced by a message opens once its row has it, and a resolved one is not awaited', async () => {
  showOutbox('owner', [{ ...row, state: 'queued', reason: null }])
  const opened = openConflict(4)
  await vi.dynamicImportSettled()
  expect([shown.mock.calls, messageStore.get()]).toEqual([[], []])
  showOutbox('owner', [row])
  await opened
  expect(shown.mock.calls).toEqual([[row]])
  showOutbox('owner', [])
  await openConflict(4)
  expect(messageStore.get()).toMatchObject([{ kind: 'info', message: 'outbox.isGone' }])
  expect(shown).toHaveBeenCalledTimes(1)
})
