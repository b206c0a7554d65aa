import { describe, expect, test } from 'vitest'
import { syncHeaders } from '#contract/sync.ts'
import { testRow } from '#tests/support/test-row.ts'
import { type Answer, editOf, kindsOf, openTransport, respond } from '#tests/support/test-transport.ts'
import { stagedFrom } from './staging.ts'

describe('one row', () => {
  test('is sent under its id, in the name of its person, and judged by the answer', async () => {
    const { send, requests, onResponse } = openTransport((request) =>
      respond(200, { message: 'ok' }, { [syncHeaders.echo]: request.headers[syncHeaders.key] ?? '' }),
    )
    expect(kindsOf(await send(editOf('m1')))).toEqual([['m1', 'done']])
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
    const online = openTransport(lost)
    expect(await online.send(editOf('m1'))).toEqual([
      ['m1', { kind: 'retry', afterMs: null, error: { status: 0, code: 'offline', message: '' } }],
    ])
    expect(online.onResponse.mock.calls).toEqual([[null, 'a.b.c']])
    expect(kindsOf(await openTransport(lost, { isOnline: () => false }).send(editOf('m1')))).toEqual([['m1', 'offline']])
    const displaced = openTransport(() => {
      displaced.abort()
      return lost()
    })
    await displaced.send(editOf('m1'))
    expect(displaced.onResponse).not.toHaveBeenCalled()
  })

  test('that this console does not know is not sent', async () => {
    const { send, requests } = openTransport(() => respond(200))
    expect(await send(editOf('m1', { call: 'bank.unknown' }))).toMatchObject([['m1', { kind: 'parked', reason: 'incompatible' }]])
    expect(kindsOf(await send(editOf('m1', { payloadVersion: 99 })))).toEqual([['m1', 'newer']])
    expect(await send()).toEqual([])
    expect(requests).toEqual([])
  })

  test('that the server has an opinion on lets requests grow again; one without an answer does not', async () => {
    let status = 503
    const { send, max } = openTransport(() => respond(status))
    await send(editOf('m1'), editOf('m2'))
    expect(max()).toBe(1)
    await send(editOf('m1'))
    expect(max()).toBe(1)
    status = 422
    await send(editOf('m1'))
    expect(max()).toBe(2)
  })
})

describe('files', () => {
  const withFile = (size: number) => {
    const blob = new Blob([new Uint8Array(size)])
    const file = { field: 'gambar', key: 'k', name: 'a.png', size, type: 'image/png' }
    const patch = { gambar: null, title: 'Halo' }
    const row = testRow({ seq: 1, id: 'm1', section: 'for-you', touches: ['r1'], params: { id: 'r1' }, patch, files: [file] })
    const server = (answer: Answer) => openTransport(answer, { files: async () => [{ file, blob }] })
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
