import { describe, expect, test, vi } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow } from '../row/types.ts'
import type { WireRequest } from '../wire/build-request.ts'
import type { ExchangeOptions, HttpResponse } from '../wire/exchange.ts'
import type { TransportParts } from '../wire/exchange-as.ts'
import { unknownConfig } from '../wire/read-config.ts'
import { sendPlain } from './plain-transport.ts'

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const respond = (status: number, body: unknown = { message: 'Said' }, headers: Record<string, string> = json): HttpResponse => ({
  status,
  body,
  headers: new Headers(headers),
})
const page = (status: number) => respond(status, '<html>', { 'Content-Type': 'text/html' })
const seen = { bank_name: 'BCA', account_number: '12345', account_holder: 'Sari', bank_branch: 'Ubud', is_active: true }
const stored = { id: 7, ...seen, updated_by: 'Budi', created_at: '2026-01-01' }
const there = respond(200, { data: stored })

const create = testRow({ seq: 1, id: 'm1', action: 'create', touches: ['r1'], patch: { ref: 'r1', bank_name: 'BNI' }, plain: 'once' })
const update = testRow({
  ...{ seq: 1, id: 'm1', touches: ['7'], params: { id: '7' }, patch: { bank_branch: 'Kuta' }, plain: 'repeatable' },
  base: { version: null, values: seen },
})
const removal = testRow({ seq: 1, id: 'm1', action: 'remove', touches: ['7', '8'], plain: 'repeatable' })

type Said = HttpResponse | 'lost' | ((request: WireRequest, options: ExchangeOptions) => HttpResponse)

/** Sends a row to a server that says these things, one after the other. */
async function send(row: OutboxRow, said: readonly Said[], rest: Partial<TransportParts> = {}) {
  const requests: WireRequest[] = []
  const onResponse = vi.fn()
  const publish = vi.fn()
  const controller = new AbortController()
  const next = [...said]
  const parts: TransportParts = {
    files: async () => [],
    config: async () => ({ ...unknownConfig, hosts: { ...unknownConfig.hosts, main: 'https://plain.test' } }),
    async send(request, options) {
      requests.push(request)
      const answer = next.shift() ?? 'lost'
      if (answer === 'lost') throw new TypeError('no line')
      return typeof answer === 'function' ? answer(request, options) : answer
    },
    isOnline: () => true,
    now: () => 0,
    onResponse,
    publish,
    ...rest,
  }
  const sending = { signal: controller.signal, onActivity: () => undefined, onVerdict: () => undefined }
  const verdict = await sendPlain(row, { token: 'a.b.c', owner: 'sari', epoch: 1 }, parts, sending)
  return { verdict, requests, onResponse, publish }
}
const verdictOf = async (row: OutboxRow, ...said: Said[]) => (await send(row, said)).verdict

describe('before a change is sent', () => {
  test('the server is heard, and nothing goes out where it does not answer', async () => {
    for (const said of ['lost', page(200), respond(200, {}), respond(200, 'text'), respond(200, { a: 1 }, {})] as const) {
      const { verdict, requests } = await send(create, [said])
      expect(verdict).toMatchObject({ kind: 'retry', error: { code: 'offline' } })
      expect(requests).toHaveLength(1)
    }
    expect((await send(create, ['lost'], { isOnline: () => false })).verdict).toMatchObject({ kind: 'hold', why: 'offline' })
  })

  test('a list of one is asked for, or of an update the record itself', async () => {
    const made = await send(create, [respond(200, []), respond(201, { data: { id: 9 } })])
    expect(made.requests.map(({ method, url }) => `${method} ${new URL(url).search}`)).toEqual(['GET ?size=1', 'POST '])
    expect(made.requests.every(({ headers }) => headers.Authorization === 'Bearer a.b.c')).toBe(true)
    const changed = await send(update, [there, respond(200)])
    expect(changed.requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)).toEqual(['GET 7', 'PUT 7'])
    const listed = await send({ ...update, section: 'tag-manager', call: 'tag-manager.update', patch: { name: 'hot' } }, [
      there,
      respond(200),
    ])
    expect(new URL(listed.requests[0]?.url ?? '').search).toBe('?size=1')
  })

  test('what keeps the server from it keeps the change here, and it is no doubt whether it was done', async () => {
    expect(await verdictOf(create, respond(401))).toMatchObject({ kind: 'hold', why: 'auth' })
    expect(await verdictOf(create, respond(500))).toMatchObject({ kind: 'retry', error: { status: 500 } })
    expect(await verdictOf(create, respond(429, undefined, { ...json, 'Retry-After': '9' }))).toMatchObject({
      kind: 'retry',
      afterMs: 9_000,
    })
    expect(await verdictOf(update, respond(404))).toMatchObject({ kind: 'parked', reason: 'conflict', error: { current: null } })
    expect(await verdictOf(update, respond(410))).toMatchObject({ kind: 'parked', reason: 'conflict' })
    // Whoever may write a record need not be allowed to read it.
    expect(await verdictOf(update, respond(403), respond(200))).toMatchObject({ kind: 'done' })
    expect(await verdictOf(create, respond(404), respond(200))).toMatchObject({ kind: 'done' })
  })

  test('a change that this console does not know is not sent', async () => {
    const { verdict, requests } = await send({ ...create, call: 'bank.unknown' }, [])
    expect([verdict.kind, requests.length]).toEqual(['parked', 0])
  })
})

describe('an update', () => {
  const bodyOf = async (row: OutboxRow, ...said: Said[]) => JSON.parse(String((await send(row, said)).requests[1]?.body))

  test('carries the whole record as the server has it, with the change', async () => {
    const current = respond(200, { data: { ...stored, account_holder: 'Sinta' } })
    expect(await bodyOf(update, current, respond(200))).toEqual({ ...seen, account_holder: 'Sinta', bank_branch: 'Kuta' })
    expect(await bodyOf(update, respond(200, { ...stored, account_holder: 'Sinta' }), respond(200))).toMatchObject({
      account_holder: 'Sinta',
    })
  })

  test('carries what the person saw where the record cannot be read', async () => {
    expect(await bodyOf(update, respond(403), respond(200))).toEqual({ ...seen, bank_branch: 'Kuta' })
    expect(await bodyOf(update, respond(200, { message: 'No record' }), respond(200))).toEqual({ ...seen, bank_branch: 'Kuta' })
    expect(await bodyOf({ ...update, base: null }, respond(403), respond(200))).toEqual({ bank_branch: 'Kuta' })
  })

  test('of a field that somebody else changed asks the person, with the record as it is now', async () => {
    const { verdict, requests } = await send(update, [respond(200, { data: { ...stored, bank_branch: 'Sanur' } })])
    expect(verdict).toEqual({
      ...{ kind: 'parked', reason: 'conflict', decided: false },
      error: {
        ...{ status: 412, code: 'stale', message: '' },
        current: { ...stored, bank_branch: 'Sanur', ref: '7', version: 0, updated_at: '', created_by: null },
      },
    })
    expect(requests).toHaveLength(1)
    const two = { ...update, patch: { bank_branch: 'Kuta', account_holder: 'Rina' } }
    expect(await verdictOf(two, respond(200, { data: { ...stored, bank_branch: 'Sanur' } }))).toMatchObject({ reason: 'conflict' })
    const byNumber = await verdictOf(update, respond(200, { data: { ...stored, id: '7', bank_branch: 'Sanur', updated_by: 3 } }))
    expect(byNumber).toMatchObject({ error: { current: { id: 7, updated_by: null } } })
  })

  test('goes out where both changed it to the same, where it was not seen, and where the server does not tell it', async () => {
    expect(await verdictOf(update, respond(200, { data: { ...stored, bank_branch: 'Kuta' } }), respond(200))).toMatchObject({
      kind: 'done',
    })
    const unseen = { ...update, base: { version: null, values: {} } }
    const other = respond(200, { data: { ...stored, bank_branch: 'Sanur' } })
    expect(await verdictOf(unseen, other, respond(200))).toMatchObject({ kind: 'done' })
    expect(await verdictOf({ ...update, base: null }, other, respond(200))).toMatchObject({ kind: 'done' })
    const { bank_branch: _branch, ...short } = stored
    expect(await verdictOf(update, respond(200, { data: short }), respond(200))).toMatchObject({ kind: 'done' })
  })
})

describe('a success', () => {
  const made = (body: unknown) => verdictOf(create, there, respond(201, body))

  test('tells the number of what was made, wherever it stands', async () => {
    expect(await made({ data: { id: 9 } })).toEqual({ kind: 'done', row: null, refused: [], madeId: '9' })
    expect(await made({ id: 'x9' })).toMatchObject({ madeId: 'x9' })
    for (const body of [{ message: 'Saved' }, { data: { id: '' } }, { id: true }, [1]]) {
      expect(await made(body)).toEqual({ kind: 'done', row: null, refused: [] })
    }
  })

  test('needs no body, but what has one is an answer of the server only in JSON', async () => {
    expect(await verdictOf(create, there, respond(204, '', {}))).toMatchObject({ kind: 'done' })
    expect(await verdictOf(create, there, respond(200, { message: 'ok' }, { 'Content-Type': 'application/problem+json' }))).toMatchObject({
      kind: 'done',
    })
    for (const said of [page(200), page(302), respond(300), respond(399)]) {
      expect(await verdictOf(create, there, said)).toMatchObject({ kind: 'parked', reason: 'unconfirmed', decided: false })
      expect(await verdictOf(update, there, said)).toMatchObject({ kind: 'retry' })
    }
  })

  test('of a delete says which records were refused', async () => {
    const failed_entities = [{ id: 8, message: 'In use' }, { id: 'x' }, { message: 'No number' }, 'text']
    expect(await verdictOf(removal, there, respond(200, { failed_entities }))).toMatchObject({
      kind: 'done',
      refused: [
        { ref: '8', message: 'In use' },
        { ref: 'x', message: '' },
      ],
    })
    expect(await verdictOf(removal, there, respond(200, { failed_entities: 'none' }))).toMatchObject({ refused: [] })
    expect(await verdictOf(removal, there, respond(200, [1]))).toMatchObject({ refused: [] })
    expect(await verdictOf(create, there, respond(201, { failed_entities }))).toMatchObject({ refused: [] })
  })
})

describe('a failure', () => {
  test.for([408, 425, 429, 503])('%i is tried again: nothing was done', async (status) => {
    const said = respond(status, undefined, { ...json, 'Retry-After': '4' })
    expect(await verdictOf(create, there, said)).toMatchObject({ kind: 'retry', afterMs: 4_000, error: { status } })
  })

  test('of the server, or of the line, leaves it open whether it was done: what may not be repeated asks the person', async () => {
    expect(await verdictOf(create, there, respond(500))).toEqual({
      ...{ kind: 'parked', reason: 'unconfirmed', decided: false },
      error: { status: 500, code: 'unconfirmed', message: 'Said' },
    })
    expect(await verdictOf(create, there, 'lost')).toMatchObject({
      reason: 'unconfirmed',
      error: { status: 0, code: 'unconfirmed', message: '' },
    })
    const later = respond(502, undefined, { ...json, 'Retry-After': '4' })
    expect(await verdictOf(update, there, later)).toMatchObject({ kind: 'retry', afterMs: 4_000 })
    expect(await verdictOf(update, there, 'lost')).toMatchObject({ kind: 'retry', error: { code: 'offline' } })
  })

  test('that a page tells is none of the server', async () => {
    expect(await verdictOf(create, there, page(403))).toMatchObject({ kind: 'retry', error: { status: 403 } })
  })

  test.for([404, 410])('%i: what was to be deleted is gone, what was to be changed is a conflict', async (status) => {
    expect(await verdictOf(removal, there, respond(status))).toEqual({ kind: 'done', row: null, refused: [] })
    expect(await verdictOf(update, there, respond(status))).toMatchObject({
      reason: 'conflict',
      decided: true,
      error: { status, current: null },
    })
    expect(await verdictOf(create, there, respond(status))).toMatchObject({ reason: 'rejected', decided: true })
  })

  test('of the person stays with the words of the server', async () => {
    expect(await verdictOf(create, there, respond(401))).toMatchObject({ kind: 'hold', why: 'auth' })
    expect(await verdictOf(removal, there, respond(422))).toMatchObject({ reason: 'rejected', decided: true, error: { message: 'Said' } })
    expect(await verdictOf(update, there, respond(413))).toMatchObject({ kind: 'parked', reason: 'tooLarge', decided: true })
  })
})

test('the connection hears of answers of the server, not of pages', async () => {
  const statuses = async (...said: Said[]) => (await send(create, said)).onResponse.mock.calls
  expect(await statuses(there, respond(422))).toEqual([
    [200, 'a.b.c'],
    [422, 'a.b.c'],
  ])
  expect(await statuses(there, respond(204, '', {}))).toEqual([
    [200, 'a.b.c'],
    [204, 'a.b.c'],
  ])
  expect(await statuses(page(200))).toEqual([[null, 'a.b.c']])
  expect(await statuses('lost')).toEqual([[null, 'a.b.c']])
})

test('percents of files are told under the id of the row', async () => {
  const content = new Blob(['x'])
  const file = { field: 'gambar', key: 'k', name: 'a.png', size: 1, type: 'image/png' }
  const row = testRow({
    ...{ seq: 1, id: 'm1', section: 'for-you', action: 'create', touches: ['r1'], plain: 'once' },
    patch: { gambar: null },
    files: [file],
  })
  const upload = (_: WireRequest, { onProgress }: ExchangeOptions) => {
    onProgress?.(50)
    return there
  }
  const { publish } = await send(row, [there, upload], { files: async () => [{ file, blob: content }] })
  expect(publish.mock.calls).toEqual([[{ kind: 'sending', id: 'm1', percent: 50 }]])
  expect((await send(create, [there, upload])).publish).not.toHaveBeenCalled()
})

test('records are named by numbers, or by texts where the call has them so', async () => {
  const bodyOf = async (row: OutboxRow) => JSON.parse(String((await send(row, [there, there])).requests[1]?.body))
  expect(await bodyOf(removal)).toEqual({ ids: [7, 8] })
  expect(await bodyOf({ ...removal, section: 'auto-text', call: 'auto-text.remove' })).toEqual({ ids: ['7', '8'] })
})
