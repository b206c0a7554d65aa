import { beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import type { OutboxRow, Verdict } from '#console/data/outbox/row/types.ts'
import { deliverEvent } from '#console/data/writes/outbox-events.ts'
import { testRow } from '#tests/support/test-row.ts'
import { awaitOutcome } from './save-outcome.ts'

const discard = vi.hoisted(() => vi.fn())
vi.mock('#console/data/writes/actions.ts', () => ({ discard }))

const error = { status: 403, code: 'forbidden', message: 'You may not do this.' }
const saved = testRow({ seq: 1 })
const refusal: Verdict = { kind: 'parked', reason: 'rejected', error, decided: true }

function decide(row: OutboxRow, verdict: Verdict, left: OutboxRow | null): void {
  deliverEvent({ kind: 'verdict', row, verdict })
  deliverEvent({ kind: 'stored', rows: [{ id: row.id, section: row.section, isDone: verdict.kind === 'done', left }] })
}

beforeEach(() => {
  connectionStore.set('online')
})

test('a refused change leaves the outbox, and the form shows the reason', async () => {
  discard.mockResolvedValue('ok')
  const outcome = awaitOutcome(saved.id)
  decide(saved, refusal, { ...saved, state: 'parked' })
  expect(await outcome).toMatchObject({ is: 'rejected', message: 'You may not do this.' })
  expect(discard).toHaveBeenLastCalledWith(saved.seq)
})

test('a change done before its refusal counts as done: a second save would duplicate it', async () => {
  discard.mockResolvedValue('sent')
  const outcome = awaitOutcome(saved.id)
  decide(saved, refusal, { ...saved, state: 'parked' })
  expect(await outcome).toEqual({ is: 'done', row: null })
})

test('one that was merged with the change of somebody else is followed under its new id', async () => {
  const renewed = testRow({ seq: 1 })
  const outcome = awaitOutcome(saved.id)
  decide(saved, { kind: 'parked', reason: 'conflict', error, decided: true }, renewed)
  await Promise.resolve()
  decide(renewed, { kind: 'done', row: null, refused: [] }, null)
  expect(await outcome).toEqual({ is: 'done', row: null })
})

test('one that is parked for its person is kept on this device', async () => {
  const outcome = awaitOutcome(saved.id)
  decide(saved, { kind: 'parked', reason: 'tooLarge', error, decided: true }, { ...saved, state: 'parked' })
  expect(await outcome).toEqual({ is: 'kept', id: null })
})
