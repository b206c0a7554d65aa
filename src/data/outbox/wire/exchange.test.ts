import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WireRequest } from './build-request.ts'
import { exchange, idleMs, parseText } from './exchange.ts'

const request: WireRequest = { method: 'POST', url: 'https://api.test/a', headers: { 'X-A': '1' }, body: '{}', reply: 'record' }
const bytes = (text: string) => new TextEncoder().encode(text)
const network = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', network)
  network.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer that comes in these pieces. */
const answer = (chunks: readonly Uint8Array<ArrayBuffer>[], init: ResponseInit = {}) => {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  network.mockResolvedValue(new Response(stream, init))
}

describe('an exchange', () => {
  it('sends the request as it is, and gives status, headers and JSON of the answer', async () => {
    answer([bytes('{"da'), bytes('ta":1}')], { status: 422, headers: { 'X-B': '2' } })
    const response = await exchange(request)
    expect([response.status, response.headers.get('X-B'), response.body]).toEqual([422, '2', { data: 1 }])
    expect(network.mock.calls).toMatchObject([['https://api.test/a', { method: 'POST', headers: { 'X-A': '1' }, body: '{}' }]])
    answer([])
    expect((await exchange({ ...request, body: null })).body).toBe('')
  })

  it('takes one that was started before, and sends no other', async () => {
    expect((await exchange(request, { started: Promise.resolve(Response.json({ a: 1 })) })).body).toEqual({ a: 1 })
    expect(network).not.toHaveBeenCalled()
  })

  it('gives a file as it is, but the words of a refusal', async () => {
    answer([bytes('{"a":1}')], { headers: { 'Content-Type': 'application/pdf' } })
    const { body } = await exchange({ ...request, reply: 'blob' })
    expect(body instanceof Blob && [body.type, await body.text()]).toEqual(['application/pdf', '{"a":1}'])
    answer([bytes('{"code":"x"}')], { status: 403 })
    expect((await exchange({ ...request, reply: 'blob' })).body).toEqual({ code: 'x' })
  })

  it('tells the text of a success as it comes, also a character that is cut, and of a refusal gives the words', async () => {
    const [one, two] = [bytes('a\u00fc').slice(0, 2), bytes('a\u00fc').slice(2)]
    answer([one, two, bytes('b')])
    const texts: string[] = []
    const response = await exchange(request, { onText: (text) => void texts.push(text) })
    expect([texts.join(''), response.body]).toEqual(['a\u00fcb', ''])
    answer([bytes('{"code":"x"}')], { status: 503 })
    const refused = vi.fn()
    expect((await exchange(request, { onText: refused })).body).toEqual({ code: 'x' })
    expect(refused).not.toHaveBeenCalled()
  })

  it('hears of every progress', async () => {
    answer([bytes('a'), bytes('b')])
    const onActivity = vi.fn()
    await exchange(request, { onActivity })
    expect(onActivity).toHaveBeenCalledTimes(3)
  })
})

describe('an exchange without progress', () => {
  const outcome = (options: Parameters<typeof exchange>[1] = {}) => {
    const seen: string[] = []
    exchange(request, options).then(
      () => seen.push('done'),
      (error) => seen.push(error.name),
    )
    return seen
  }

  it('fails after 30 s, or after the time that it was given, and ends the request', async () => {
    network.mockImplementation(() => new Promise(() => undefined))
    const [usual, short] = [outcome(), outcome({ idleMs: 1_000 })]
    await vi.advanceTimersByTimeAsync(1_000)
    expect([usual, short]).toEqual([[], ['AbortError']])
    expect(network.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([false, true])
    await vi.advanceTimersByTimeAsync(idleMs - 1_001)
    expect(usual).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(usual).toEqual(['AbortError'])
  })

  it('goes on while bytes come', async () => {
    let send = (_: Uint8Array<ArrayBuffer> | null) => {}
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        send = (chunk) => (chunk ? controller.enqueue(chunk) : controller.close())
      },
    })
    network.mockResolvedValue(new Response(stream))
    const seen = outcome()
    for (let at = 0; at < 3; at++) {
      await vi.advanceTimersByTimeAsync(idleMs - 1)
      send(bytes('1'))
    }
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    send(null)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['done'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when its caller ends it, before or during', async () => {
    network.mockImplementation(() => new Promise(() => undefined))
    const controller = new AbortController()
    const seen = outcome({ signal: controller.signal })
    await vi.advanceTimersByTimeAsync(5)
    expect(seen).toEqual([])
    controller.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['AbortError'])
    outcome({ signal: controller.signal })
    expect(network.mock.lastCall?.[1]?.signal?.aborted).toBe(true)
  })
})

it('parseText gives what is no JSON as it is', () => {
  expect([parseText('[1]'), parseText('<html>'), parseText('')]).toEqual([[1], '<html>', ''])
})
