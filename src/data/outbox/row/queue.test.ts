import { describe, expect, test } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import { claimed, requeued, withRetryNow } from './queue.ts'

test('claimed marks a row as an attempt, before anything is sent', () => {
  expect(claimed(testRow({ seq: 1, attempts: 2 }))).toMatchObject({ state: 'sending', attempted: true, attempts: 3 })
})

describe('requeued', () => {
  test('sends what a dead holder left again, at once', () => {
    const left = testRow({ seq: 1, state: 'sending', attempts: 2, nextAttemptAt: 9 })
    expect(requeued(left)).toEqual({ ...left, state: 'queued', nextAttemptAt: 0 })
    expect(requeued({ ...left, plain: 'repeatable' })).toMatchObject({ state: 'queued' })
  })

  test('asks the person where sending twice would do it twice', () => {
    expect(requeued(testRow({ seq: 1, state: 'sending', plain: 'once' }))).toMatchObject({
      state: 'parked',
      reason: 'unconfirmed',
      lastError: { status: 0, code: 'unconfirmed', message: '' },
    })
  })

  test('sends what waited for a sign-in, and leaves everything else', () => {
    const error = { status: 401, code: 'unauthenticated', message: 'Sign in' }
    const parked = testRow({ seq: 1, state: 'parked', reason: 'auth', lastError: error, nextAttemptAt: 9 })
    expect(requeued(parked)).toEqual({ ...parked, state: 'queued', reason: null, nextAttemptAt: 0, lastError: null })
    expect(requeued({ ...parked, reason: 'rejected' })).toBeNull()
    expect(requeued(testRow({ seq: 1 }))).toBeNull()
    expect(requeued(testRow({ seq: 1, plain: 'once' }))).toBeNull()
    expect(requeued(testRow({ seq: 1, reason: 'auth' }))).toBeNull()
  })
})

describe('withRetryNow', () => {
  const silent = { status: 0, code: 'offline', message: '' }
  const waits = testRow({ seq: 1, nextAttemptAt: 5_000, lastError: silent })

  test('sends a row whose last attempt had no answer at once', () => {
    expect(withRetryNow(waits)).toEqual({ ...waits, nextAttemptAt: 0 })
  })

  test('leaves the pause that a server asked for, and what does not wait for a time', () => {
    expect(withRetryNow({ ...waits, lastError: { ...silent, status: 503 } })).toBeNull()
    expect(withRetryNow({ ...waits, lastError: null })).toBeNull()
    expect(withRetryNow({ ...waits, nextAttemptAt: 0 })).toBeNull()
    expect(withRetryNow({ ...waits, state: 'parked' })).toBeNull()
  })
})
