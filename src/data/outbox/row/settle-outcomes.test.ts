import { describe, expect, test } from 'vitest'
import { leads } from '#contract/sections/sales/leads.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { testRow } from '#tests/support/test-row.ts'
import { settle } from './settle.ts'
import type { OutboxRow, Verdict } from './types.ts'

const { fields } = leads
const seen = { name: 'Budi', city: 'Ubud' }
const record = (version: number, values: Record<string, unknown> = {}) => testLead('r1', version, { ...seen, ...values })
const edit = (seq: number, patch: Record<string, unknown>, values: Partial<OutboxRow> = {}) =>
  testRow({ seq, section: 'leads', label: 'Budi', patch, base: { version: 1, values: seen }, ...values })
const meet = (row: OutboxRow, verdict: Verdict) => settle({ row, verdict, later: [], fields, now: 0, random: 0, newId: () => 'new' })

describe('a change that cannot be sent now', () => {
  const error = { status: 401, code: 'unauthenticated', message: 'Sign in' }
  const before = { status: 503, code: 'unavailable', message: 'Later' }
  const row = edit(1, { city: 'Sanur' }, { state: 'sending', attempts: 3, lastError: before })
  const held = (why: Extract<Verdict, { kind: 'hold' }>['why']) => {
    const { put, ...rest } = settle({
      row,
      verdict: { kind: 'hold', why, error },
      later: [],
      fields,
      now: 500,
      random: 0,
      newId: () => 'new',
    })
    expect(rest).toEqual({ remove: [], cached: null, notice: null })
    return put
  }

  test('waits for a sign-in, and the attempt does not count', () => {
    expect(held('auth')).toEqual([{ ...row, state: 'parked', reason: 'auth', attempts: 2, lastError: error }])
  })

  test('made by a newer console is tried a minute later; offline it is sent as soon as it can be', () => {
    expect(held('newer')).toEqual([{ ...row, state: 'queued', nextAttemptAt: 60_500, attempts: 2, lastError: error }])
    expect(held('offline')).toEqual([{ ...row, state: 'queued', nextAttemptAt: 0, attempts: 2, lastError: error }])
  })

  test('that the server did not come to keeps what was said of it before', () => {
    expect(held('behind')).toMatchObject([{ state: 'queued', attempts: 2, lastError: before }])
  })

  test('counts no attempt below none', () => {
    const first = { ...row, attempts: 0 }
    expect(meet(first, { kind: 'hold', why: 'offline', error })).toMatchObject({ put: [{ attempts: 0 }] })
  })

  test('waits for its pause after a failed attempt, with the reason', () => {
    const retry: Verdict = { kind: 'retry', afterMs: 8_000, error: before }
    expect(settle({ row, verdict: retry, later: [], fields, now: 500, random: 0, newId: () => 'new' })).toEqual({
      put: [{ ...row, state: 'queued', nextAttemptAt: 8_500, lastError: before }],
      remove: [],
      cached: null,
      notice: null,
    })
  })
})

describe('what a refusal says', () => {
  const bulk = testRow({
    seq: 1,
    section: 'leads',
    action: 'bulkUpdate',
    label: 'Two leads',
    touches: ['a', 'b'],
    patch: { status: 'new' },
  })
  const refusedOf = (row: OutboxRow, refused: Extract<Verdict, { kind: 'done' }>['refused']) =>
    meet(row, { kind: 'done', row: null, refused }).put[0]

  test('of many records names each that was refused, with the reason of the server', () => {
    const each = { a: { version: 1, values: {}, label: 'Budi' }, b: { version: 1, values: {} } }
    const reason = { code: 'is_paid' }
    const refused = [
      { ref: 'a', message: 'It is paid', reason },
      { ref: 'b', message: 'Not yours' },
    ]
    expect(refusedOf({ ...bulk, base: { version: null, values: {}, each } }, refused)).toMatchObject({
      state: 'parked',
      reason: 'rejected',
      patch: { status: 'new' },
      lastError: {
        ...{ status: 422, code: 'invalid', message: 'It is paid' },
        refused: [
          { name: 'Budi', message: 'It is paid', reason },
          { name: '', message: 'Not yours' },
        ],
      },
    })
    expect(refusedOf(bulk, refused)?.lastError?.refused?.[1]).toEqual({ name: '', message: 'Not yours' })
  })

  test('of one record is called after the change', () => {
    expect(refusedOf({ ...bulk, touches: ['a'] }, [{ ref: 'a', message: '' }])?.lastError).toEqual({
      ...{ status: 422, code: 'invalid', message: '' },
      refused: [{ name: 'Two leads', message: '' }],
    })
  })

  test('beside a conflict is that of the records that nobody changed', () => {
    const refused = [
      { ref: 'a', message: 'Somebody changed it', current: record(2) },
      { ref: 'b', message: 'Not yours' },
    ]
    expect(refusedOf(bulk, refused)).toMatchObject({
      reason: 'conflict',
      lastError: { status: 412, code: 'stale', message: 'Not yours', currents: { a: { version: 2 } } },
    })
  })

  test('stays whatever its record became', () => {
    const error = { status: 422, code: 'invalid', message: 'No', current: record(2, { notes: 'bought' }) }
    const verdict: Verdict = { kind: 'parked', reason: 'rejected', decided: true, error }
    expect(meet(edit(1, { city: 'Sanur' }), verdict)).toMatchObject({ put: [{ state: 'parked', reason: 'rejected' }], notice: null })
  })
})

describe('what a device keeps of a change that is done', () => {
  const keeps = (row: OutboxRow, verdict: Partial<Extract<Verdict, { kind: 'done' }>>) =>
    meet(row, { kind: 'done', row: null, refused: [], ...verdict }).cached

  test('is the record that the answer carries', () => {
    expect(keeps(edit(1, { city: 'Sanur' }), { row: record(2) })).toMatchObject({ row: { version: 2 }, changed: [], removed: [] })
  })

  test('is the change of each record that was not refused, without what names them', () => {
    const row = testRow({
      seq: 1,
      section: 'leads',
      touches: ['a', 'b', 'c'],
      patch: { ids: ['a', 'b', 'c'], was: 'new', status: 'closing' },
    })
    const refused = [
      { ref: 'b', message: 'No' },
      { ref: 'c', message: 'No' },
    ]
    expect(keeps(row, { refused, versions: { a: 2 } })).toEqual({
      ...{ section: 'leads', row: null, changed: ['a'], patch: { status: 'closing' }, versions: { a: 2 }, removed: [] },
    })
  })

  test('is nothing of what was deleted', () => {
    const row = testRow({ seq: 1, section: 'leads', action: 'remove', touches: ['a', 'b'] })
    expect(keeps(row, { refused: [{ ref: 'b', message: 'No' }] })).toMatchObject({ changed: [], removed: ['a'] })
  })
})
