import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { connectionStore } from '../api/connection.ts'
import type { StoredRow } from '../outbox/row/event.ts'
import type { Verdict } from '../outbox/row/types.ts'
import { awaitVerdict, isNotifiedByWaiter } from './await-verdict.ts'
import { deliverEvent } from './outbox-events.ts'

const row = testRow({ seq: 7 })
const done: Verdict = { kind: 'done', row: null, refused: [] }
const error = { status: 422, code: 'invalid', message: 'No' }
const stored = (left: StoredRow['left'], isDone = false) =>
  deliverEvent({ kind: 'stored', rows: [{ id: row.id, section: row.section, isDone, left }] })

beforeEach(() => {
  vi.useFakeTimers()
  connectionStore.set('online')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('awaitVerdict', () => {
  it('resolves when a verdict is stored, and not before', async () => {
    const ended = vi.fn()
    const wait = awaitVerdict(row.id).then(ended)
    deliverEvent({ kind: 'verdict', row, verdict: done })
    await Promise.resolve()
    expect(ended).not.toHaveBeenCalled()
    stored(null, true)
    await wait
    expect(ended).toHaveBeenCalledWith({ is: 'done', row, verdict: done })
  })

  it('goes on waiting after an attempt that another one follows', async () => {
    const wait = awaitVerdict(row.id)
    deliverEvent({ kind: 'verdict', row, verdict: { kind: 'retry', afterMs: null, error } })
    stored({ id: row.id, state: 'queued' })
    deliverEvent({ kind: 'verdict', row, verdict: { kind: 'parked', reason: 'rejected', error, decided: true } })
    stored({ id: row.id, state: 'parked' })
    expect(await wait).toEqual({ is: 'parked', row, reason: 'rejected', error })
  })

  it('says under which id a merged change goes on', async () => {
    const wait = awaitVerdict(row.id)
    deliverEvent({ kind: 'verdict', row, verdict: { kind: 'parked', reason: 'conflict', error, decided: true } })
    stored({ id: 'another', state: 'queued' })
    expect(await wait).toEqual({ is: 'again', row, id: 'another' })
  })

  it('sees in the database that a row has ended whose verdict it did not hear', async () => {
    const wait = awaitVerdict(row.id)
    deliverEvent({ kind: 'rows', rows: [] })
    deliverEvent({ kind: 'rows', rows: [row] })
    deliverEvent({ kind: 'rows', rows: [] })
    expect(await wait).toEqual({ is: 'done', row, verdict: null })
  })

  it('waits four seconds, and longer while files are on their way', async () => {
    const ended = vi.fn()
    const wait = awaitVerdict(row.id).then(ended)
    await vi.advanceTimersByTimeAsync(3_900)
    deliverEvent({ kind: 'sending', id: row.id, percent: 20 })
    await vi.advanceTimersByTimeAsync(3_900)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await wait
    expect(ended).toHaveBeenCalledWith({ is: 'waiting' })
  })

  it('waits for nothing without a connection', async () => {
    const wait = awaitVerdict(row.id)
    connectionStore.set('unreachable')
    expect(await wait).toEqual({ is: 'waiting' })
    expect(await awaitVerdict(row.id)).toEqual({ is: 'waiting' })
  })

  it('takes over the message until it resolves, and only where it was asked to', async () => {
    const wait = awaitVerdict(row.id, { notifies: true })
    deliverEvent({ kind: 'verdict', row, verdict: done })
    expect(isNotifiedByWaiter(row.id)).toBe(true)
    stored(null, true)
    await wait
    expect(isNotifiedByWaiter(row.id)).toBe(false)
    void awaitVerdict(row.id)
    expect(isNotifiedByWaiter(row.id)).toBe(false)
  })
})
