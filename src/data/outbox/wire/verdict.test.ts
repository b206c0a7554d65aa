import { expect, test } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { parseText } from './exchange.ts'
import { isRow, judge, readRemoval, retryAfter, toLastError } from './verdict.ts'

const row = { id: 'm1', action: 'update' }
const record = { id: 1, ref: 'r1', version: 2 }

function verdict(
  status: number,
  body: unknown,
  options: { action?: OutboxRow['action']; echo?: string; headers?: Record<string, string> } = {},
): Verdict {
  const { action = 'update', echo = 'm1', headers = {} } = options
  const response = { status, body, headers: new Headers({ ...headers, ...(echo && { 'Mutation-Id': echo }) }) }
  return judge(sectionCall(bank, action), { ...row, action }, response, 0)
}

const words = { code: 'any', message: 'The words of the server' }

test('a success that echoes the mutation is done, and brings the record', () => {
  expect(verdict(200, { message: 'ok', data: record })).toEqual({ kind: 'done', row: record, refused: [] })
  expect(verdict(201, { message: 'ok' }, { action: 'create' })).toEqual({ kind: 'done', row: null, refused: [] })
})

test('a success that echoes nothing or another mutation is tried again', () => {
  expect(verdict(200, { data: record }, { echo: '' }).kind).toBe('retry')
  expect(verdict(200, { data: record }, { echo: 'm2' }).kind).toBe('retry')
})

test('half of a success is tried again: the records that were refused may stand in the other half', () => {
  const full = JSON.stringify({ message: 'ok', failed_entities: [{ ref: 'r2', message: 'Not found' }] })
  for (const action of ['update', 'remove'] as const)
    for (const length of [0, 1, full.length / 2, full.length - 1])
      expect(verdict(200, parseText(full.slice(0, length)), { action }).kind).toBe('retry')
  expect(verdict(200, parseText(full), { action: 'remove' })).toMatchObject({ kind: 'done', refused: [{ ref: 'r2' }] })
})

test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i is tried again', (status) => {
  expect(verdict(status, words).kind).toBe('retry')
})

test('Retry-After is heard, in seconds or as a date', () => {
  expect(verdict(429, words, { headers: { 'Retry-After': '9' } })).toMatchObject({ kind: 'retry', afterMs: 9_000 })
  expect(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60_000)
  expect(retryAfter('soon', 0)).toBeNull()
})

test.each([401, 421])('%i waits for its owner and is no verdict', (status) => {
  expect(verdict(status, words)).toMatchObject({ kind: 'hold', why: 'auth' })
})

test.each([400, 403, 422])('%i is refused, with the words of the server', (status) => {
  expect(verdict(status, words)).toMatchObject({ kind: 'parked', reason: 'rejected', error: { status, message: words.message } })
})

test('412 is a conflict and brings the record as it is now', () => {
  const current = { ...record, version: 7 }
  expect(verdict(412, { ...words, current })).toMatchObject({ kind: 'parked', reason: 'conflict', error: { current } })
  expect(verdict(412, { ...words, current: null })).toMatchObject({ reason: 'conflict', error: { current: null } })
})

test.each([404, 410])('%i is a conflict on an update, done on a delete, refused on a create', (status) => {
  expect(verdict(status, words)).toMatchObject({ kind: 'parked', reason: 'conflict', error: { current: null } })
  expect(verdict(status, words, { action: 'remove' })).toEqual({ kind: 'done', row: null, refused: [] })
  expect(verdict(status, words, { action: 'create' })).toMatchObject({ kind: 'parked', reason: 'rejected' })
})

test('413 is parked as too large', () => {
  expect(verdict(413, words)).toMatchObject({ kind: 'parked', reason: 'tooLarge' })
})

test('a reply after the 24 hours waits for a template', () => {
  const closed = { code: 'window_closed', message: 'Only a template may be sent' }
  expect(verdict(422, closed, { action: 'create' })).toMatchObject({ kind: 'parked', reason: 'windowClosed', decided: true })
})

test("a refusal in another's words (a gateway, a captive portal) is no verdict", () => {
  expect(verdict(403, '<html>Forbidden by the hotel</html>').kind).toBe('retry')
  expect(verdict(302, '').kind).toBe('retry')
})

test('a refusal that the server keeps is marked, so that another attempt gets a new id', () => {
  expect(verdict(422, words)).toMatchObject({ decided: true })
  expect(verdict(403, words, { echo: '' })).toMatchObject({ decided: false })
})

test('a bulk answer is judged record by record', () => {
  const body = { message: 'ok', success_entities: [], failed_entities: [{ id: 2, ref: 'r2', message: 'in use' }] }
  expect(verdict(200, body, { action: 'remove' })).toEqual({ kind: 'done', row: null, refused: [{ ref: 'r2', message: 'in use' }] })
})

test('a bulk answer tells the versions of what it changed', () => {
  const body = { message: 'ok', success_entities: [{ id: 1, ref: 'r1', message: 'Saved', version: 3 }], failed_entities: [] }
  expect(verdict(200, body, { action: 'remove' })).toEqual({ kind: 'done', row: null, refused: [], versions: { r1: 3 }, message: 'Saved' })
})

test('a refusal names its fields as far as they are read, and its reason', () => {
  const fields = {
    name: { code: 'max', message: 'Too long', params: { max: 5, unit: 'characters', list: [1] } },
    city: { code: 'x', message: 'No' },
    ...{ a: 'text', b: { code: 5, message: 'x' }, c: { code: 'x' }, d: null },
  }
  const reason = { code: 'is_paid' }
  expect(toLastError({ status: 422, body: { code: 'invalid', message: 'No', fields, reason } })).toEqual({
    ...{ status: 422, code: 'invalid', message: 'No', reason },
    fields: {
      name: { code: 'max', message: 'Too long', params: { max: 5, unit: 'characters' } },
      city: { code: 'x', message: 'No' },
    },
  })
  expect(toLastError({ status: 500, body: '<html>' })).toEqual({ status: 500, code: 'unknown', message: '' })
  expect(toLastError({ status: 422, body: { code: 5, message: 5, fields: 5, reason: 5 } })).toEqual({
    status: 422,
    code: 'unknown',
    message: '',
  })
})

test('a record is what has a ref, a number and a version', () => {
  expect(isRow(record)).toBe(true)
  for (const name of ['id', 'ref', 'version']) expect(isRow({ ...record, [name]: null })).toBe(false)
})

test('a bulk answer says of each record that was refused why, and how it is now', () => {
  const reason = { code: 'in_use' }
  const current = { ...record, version: 9 }
  const failed_entities = [
    { ref: 'r2', message: 'In use', reason, current },
    { ref: 'r3', message: 5, reason: 'x', current: {} },
    { id: 4 },
    'text',
  ]
  const refused = [
    { ref: 'r2', message: 'In use', reason, current },
    { ref: 'r3', message: '' },
  ]
  const success_entities = [{ ref: 'r1', message: 5, version: 3 }, { ref: 'r5' }, { version: 3 }, 'text']
  expect(verdict(200, { success_entities, failed_entities }, { action: 'remove' })).toEqual({
    ...{ kind: 'done', row: null, refused, versions: { r1: 3 } },
  })
  expect(verdict(200, { message: 'ok' }, { action: 'remove' })).toEqual({ kind: 'done', row: null, refused: [] })
  expect(verdict(200, { failed_entities })).toEqual({ kind: 'done', row: null, refused: [] })
  expect(readRemoval({ success_entities: [{ ref: 'r1', message: 'Gone' }], failed_entities })).toEqual({ refused, message: 'Gone' })
  expect(readRemoval('text')).toEqual({ refused: [], message: '' })
})

test('Retry-After is read only where there is one, and never reaches back', () => {
  expect([retryAfter('120', 5), retryAfter('5 minutes', 0), retryAfter('x5', 0), retryAfter(null, 0)]).toEqual([120_000, null, null, null])
  expect(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 20_000)).toBe(40_000)
  expect(retryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 90_000)).toBe(0)
})

test('what is no success and no refusal is tried again', () => {
  for (const status of [199, 300, 399]) expect(verdict(status, { message: 'Said' }).kind).toBe('retry')
  expect(verdict(422, words, { action: 'remove' })).toMatchObject({ kind: 'parked', reason: 'rejected', error: words })
  expect(verdict(422, words)).not.toHaveProperty('error.current')
  const gone = { status: 404, body: words, headers: new Headers() }
  expect(judge(sectionCall(bank, 'update'), { ...row, action: 'restore' }, gone, 0)).toMatchObject({ reason: 'rejected' })
})
