import { describe, expect, test, vi } from 'vitest'
import { syncHeaders } from '#contract/sync.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import type { WireRequest } from '../wire/build-request.ts'
import type { ExchangeOptions, HttpResponse } from '../wire/exchange.ts'
import type { TransportParts } from '../wire/exchange-as.ts'
import { unknownConfig } from '../wire/read-config.ts'
import { stagedFrom } from './staging.ts'
import { createTransport } from './transport.ts'

const credentials = { token: 'a.b.c', owner: 'sari', epoch: 1 }
const words = { code: 'x', message: 'The words of the server' }
const respond = (status: number, body: unknown = words, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  body,
  headers: new Headers(headers),
})
const line = (row: OutboxRow, status: number, body: unknown = { message: 'ok' }, echo: string | null = row.id) =>
  `${JSON.stringify({ id: row.id, status, echo, retry_after: null, body: JSON.stringify(body) })}\n`

type Answer = (request: WireRequest, options: ExchangeOptions) => HttpResponse | Promise<HttpResponse>

/** A transport over a network that `answer` is. */
function open(answer: Answer, rest: Partial<TransportParts> = {}) {
  const requests: WireRequest[] = []
  const onResponse = vi.fn()
  const publish = vi.fn()
  const parts: TransportParts = {
    files: async () => [],
    config: async () => ({ ...unknownConfig, hosts: { ...unknownConfig.hosts, main: 'https://api.test/' } }),
    send: async (request, options) => {
      requests.push(request)
      return answer(request, options)
    },
    isOnline: () => true,
    now: () => 0,
    publish,
    onResponse,
    ...rest,
  }
  const transport = createTransport(parts)
  const controller = new AbortController()
  async function send(...rows: OutboxRow[]): Promise<[string, Verdict][]> {
    const verdicts: [string, Verdict][] = []
    const onVerdict = ({ id }: OutboxRow, verdict: Verdict) => void verdicts.push([id, verdict])
    await transport.send(rows, credentials, { signal: controller.signal, onActivity: () => undefined, onVerdict })
    return verdicts
  }
  const max = () => transport.capacity().max
  const isSingle = (row: OutboxRow) => transport.capacity().isSingle(row)
  return { send, requests, onResponse, publish, max, isSingle, abort: () => controller.abort() }
}

/** One that answers a request of many with these lines. */
const lines = (...text: string[]) =>
  open((_, { onText }) => {
    for (const each of text) onText?.(each)
    return respond(200, '')
  })

const edit = (id: string, values: Partial<OutboxRow> = {}) =>
  testRow({ seq: 1, id, touches: [id], params: { id }, patch: { bank_name: 'BCA' }, ...values })
const kinds = (verdicts: readonly [string, Verdict][]) =>
  verdicts.map(([id, verdict]) => [id, verdict.kind === 'hold' ? verdict.why : verdict.kind])

describe('one row', () => {
  test('is sent under its id, in the name of its person, and judged by the answer', async () => {
    const { send, requests, onResponse } = open((request) =>
      respond(200, { message: 'ok' }, { [syncHeaders.echo]: request.headers[syncHeaders.key] ?? '' }),
    )
    expect(kinds(await send(edit('m1')))).toEqual([['m1', 'done']])
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        url: expect.stringMatching(/^https:\/\/api\.test\/[^/].*\/m1$/),
        headers: { Authorization: 'Bearer a.b.c', [syncHeaders.owner]: 'sari', [syncHeaders.key]: 'm1', [syncHeaders.mask]: 'bank_name' },
        body: '{"bank_name":"BCA"}',
      },
    ])
    expect(onResponse.mock.calls).toEqual([[200, 'a.b.c']])
  })

  test('without a whole answer is sent again; offline it waits, and does not count', async () => {
    const lost = () => Promise.reject(new TypeError('no line'))
    const online = open(lost)
    expect(await online.send(edit('m1'))).toEqual([
      ['m1', { kind: 'retry', afterMs: null, error: { status: 0, code: 'offline', message: '' } }],
    ])
    expect(online.onResponse.mock.calls).toEqual([[null, 'a.b.c']])
    expect(kinds(await open(lost, { isOnline: () => false }).send(edit('m1')))).toEqual([['m1', 'offline']])
    const displaced = open(() => {
      displaced.abort()
      return lost()
    })
    await displaced.send(edit('m1'))
    expect(displaced.onResponse).not.toHaveBeenCalled()
  })

  test('that this console does not know is not sent', async () => {
    const { send, requests } = open(() => respond(200))
    expect(await send(edit('m1', { call: 'bank.unknown' }))).toMatchObject([['m1', { kind: 'parked', reason: 'incompatible' }]])
    expect(kinds(await send(edit('m1', { payloadVersion: 99 })))).toEqual([['m1', 'newer']])
    expect(await send()).toEqual([])
    expect(requests).toEqual([])
  })

  test('that the server has an opinion on lets requests grow again; one without an answer does not', async () => {
    let status = 503
    const { send, max } = open(() => respond(status))
    await send(edit('m1'), edit('m2'))
    expect(max()).toBe(1)
    await send(edit('m1'))
    expect(max()).toBe(1)
    status = 422
    await send(edit('m1'))
    expect(max()).toBe(2)
  })
})

describe('files', () => {
  const withFile = (size: number) => {
    const blob = new Blob([new Uint8Array(size)])
    const file = { field: 'gambar', key: 'k', name: 'a.png', size, type: 'image/png' }
    const patch = { gambar: null, title: 'Halo' }
    const row = testRow({ seq: 1, id: 'm1', section: 'for-you', touches: ['r1'], params: { id: 'r1' }, patch, files: [file] })
    const server = (answer: Answer) => open(answer, { files: async () => [{ file, blob }] })
    return { row, server }
  }

  test('of a form go with it, and their percents are told under the id of the row', async () => {
    const { row, server } = withFile(10)
    const { send, requests, publish } = server((_, { onProgress }) => {
      onProgress?.(40)
      return respond(422)
    })
    await send(row)
    const [request] = requests
    expect(request?.body instanceof FormData && request.body.get('gambar')).toMatchObject({ name: 'a.png', size: 10 })
    expect(publish.mock.calls).toEqual([[{ kind: 'sending', id: 'm1', percent: 40 }]])
  })

  test('that are large go ahead, and the form, which names them, tells no percents again', async () => {
    const { row, server } = withFile(stagedFrom)
    let received = 0
    const { send, requests, publish } = server((request, { onProgress }) => {
      if (request.body instanceof FormData) onProgress?.(3)
      else if (request.body instanceof Blob) received += request.body.size
      return request.body instanceof FormData ? respond(422) : respond(200, { received, complete: received === stagedFrom })
    })
    await send(row)
    const form = requests.at(-1)?.body
    expect(form instanceof FormData && form.get('gambar')).toMatch(/^{"staged":"[0-9a-f]{64}","name":"a.png"}$/)
    const percents = publish.mock.calls.map(([event]) => event.percent)
    expect([percents[0], percents.at(-1)]).toEqual([0, 100])
    expect(requests.every(({ headers }) => headers.Authorization === 'Bearer a.b.c')).toBe(true)
  })

  test('that the server refuses before the form decide on the row', async () => {
    const { row, server } = withFile(stagedFrom)
    const { send, requests } = server(() => respond(413))
    expect(await send(row)).toMatchObject([['m1', { kind: 'parked', reason: 'tooLarge' }]])
    expect(requests).toHaveLength(1)
  })
})

describe('many rows', () => {
  const [a, b, c] = [edit('m1'), edit('m2'), edit('m3')]

  test('go in one request in their order, each with what it must not overtake', async () => {
    const later = edit('m3', { touches: ['m1'], params: { id: 'm1' }, base: { version: 4, values: {} } })
    const { send, requests } = lines(line(a, 200), line(b, 422, words), line(later, 200))
    expect(kinds(await send(a, b, later))).toEqual([
      ['m1', 'done'],
      ['m2', 'parked'],
      ['m3', 'done'],
    ])
    expect(requests).toHaveLength(1)
    const { entries } = JSON.parse(String(requests[0]?.body))
    expect(entries).toMatchObject([
      { id: 'm1', method: 'PUT', path: expect.stringMatching(/^\/.*\/m1$/), body: '{"bank_name":"BCA"}', mask: 'bank_name' },
      { id: 'm2' },
      { id: 'm3', after: ['m1'], if_match: '"4"', follow: 'm1' },
    ])
    expect(entries[1]).not.toHaveProperty('after')
  })

  test('are judged line by line, wherever the network cuts the answer; what is no line of theirs is nothing', async () => {
    const text = `<html>\n${line(edit('other'), 200)}${line(a, 200)}${line(a, 422, words)}${line(b, 200)}`
    for (const at of [3, 30, 120, text.length - 2]) {
      expect(kinds(await lines(text.slice(0, at), text.slice(at)).send(a, b))).toEqual([
        ['m1', 'done'],
        ['m2', 'done'],
      ])
    }
  })

  test('that the answer has no line for are sent again, in requests of that size', async () => {
    const cut = lines(line(a, 200), line(b, 200).slice(0, 20))
    expect(kinds(await cut.send(a, b))).toEqual([
      ['m1', 'done'],
      ['m2', 'retry'],
    ])
    expect(cut.max()).toBe(100)
  })

  test('of a request without any answer are sent again in smaller ones, which grow when one works', async () => {
    let answers = ''
    const network = open((_, { onText }) => {
      if (!answers) throw new TypeError('no line')
      onText?.(answers)
      return respond(200, '')
    })
    expect(kinds(await network.send(a, b, c, edit('m4')))).toEqual(['m1', 'm2', 'm3', 'm4'].map((id) => [id, 'retry']))
    expect(network.max()).toBe(2)
    expect(network.onResponse.mock.calls).toEqual([[null, 'a.b.c']])
    answers = line(a, 200) + line(b, 200)
    await network.send(a, b)
    expect(network.max()).toBe(4)
  })

  test('of a page in place of the answer are sent again', async () => {
    const portal = open(() => respond(200, '<html>'))
    expect(kinds(await portal.send(a, b))).toEqual([
      ['m1', 'retry'],
      ['m2', 'retry'],
    ])
    expect(portal.max()).toBe(1)
  })

  test.for([404, 405, 501])('go one by one from then on where the server answers %i', async (status) => {
    const old = open(() => respond(status))
    expect(kinds(await old.send(a, b))).toEqual(['m1', 'm2'].map((id) => [id, status === 501 ? 'retry' : 'behind']))
    await old.send(a)
    expect(old.max()).toBe(1)
  })

  test.for([
    [401, 'auth'],
    [421, 'auth'],
    [503, 'retry'],
    [429, 'retry'],
    [413, 'behind'],
    [422, 'behind'],
    [300, 'behind'],
  ] as const)('of a request that is answered with %i are %s, because nothing is said of each', async ([status, kind]) => {
    const { send, max } = open(() => respond(status))
    expect(kinds(await send(a, b))).toEqual([
      ['m1', kind],
      ['m2', kind],
    ])
    expect(max()).toBe(1)
  })

  test('behind one that ended the session wait for the next, and their attempt does not count', async () => {
    const { send, max } = lines(line(a, 401, words, null))
    expect(await send(a, b)).toMatchObject([
      ['m1', { kind: 'hold', why: 'auth' }],
      ['m2', { kind: 'hold', why: 'behind', error: null }],
    ])
    expect(max()).toBe(100)
  })

  test('that the server did not come to wait for the one before, or go by themselves where there is none', async () => {
    const later = edit('m3', { touches: ['m1'] })
    const network = lines(line(a, 422, words), line(b, 424, words, null), line(later, 424, words, null))
    expect(kinds(await network.send(a, b, later))).toEqual([
      ['m1', 'parked'],
      ['m2', 'behind'],
      ['m3', 'behind'],
    ])
    expect([a, b, later].map(network.isSingle)).toEqual([false, true, false])
  })

  test('that cannot be sent are judged here, and what stands behind them waits', async () => {
    const unknown = edit('m1', { call: 'bank.unknown' })
    const later = edit('m3', { touches: ['m1'] })
    const network = lines(line(b, 200))
    expect(kinds(await network.send(unknown, b, later))).toEqual([
      ['m1', 'parked'],
      ['m3', 'behind'],
      ['m2', 'done'],
    ])
    expect(network.isSingle(later)).toBe(false)
    const none = lines()
    await none.send(unknown, later)
    expect(none.requests).toEqual([])
  })
})
