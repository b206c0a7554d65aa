import { describe, expect, it, vi } from 'vitest'
import { maxPieceBytes } from '#contract/uploads.ts'
import type { WireRequest } from '../wire/build-request.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { type StagingParts, stagedFrom, stageFiles } from './staging.ts'

const hosts = { main: '', backend: '', websocket: '', imageLoader: '' }
const respond = (status: number, body: unknown): HttpResponse => ({ status, headers: new Headers(), body })
const problem = (status: number, fields?: Record<string, unknown>) =>
  respond(status, { code: 'x', message: 'No.', ...(fields && { fields }) })

/** The server's half in memory; `before` may answer in its place, or throw as a network that is cut. */
function createServer(before: (request: WireRequest, url: URL) => HttpResponse | null = () => null) {
  const stored = new Map<string, number>()
  let bytes = 0
  let clock = 0
  async function send(request: WireRequest): Promise<HttpResponse> {
    clock += 100
    const url = new URL(request.url, 'http://x')
    const name = url.pathname.split('/').at(-1) ?? ''
    if (request.body instanceof Blob) bytes += request.body.size
    const said = before(request, url)
    if (said) return said
    const received = stored.get(name) ?? 0
    const size = Number(url.searchParams.get('size'))
    if (request.body instanceof Blob && Number(url.searchParams.get('offset')) <= received)
      stored.set(name, Number(url.searchParams.get('offset')) + request.body.size)
    const now = stored.get(name) ?? 0
    return respond(200, { received: now, complete: now === size })
  }
  return { send, stored, now: () => clock, sent: () => bytes }
}

type Server = ReturnType<typeof createServer>
const controller = () => new AbortController()

function stage(server: Server, patch: Record<string, unknown>, rest: Partial<StagingParts> = {}) {
  return stageFiles(
    {
      call: { encoding: 'multipart' },
      row: { id: 'a', action: 'create' },
      config: { hosts },
      send: server.send,
      signal: controller().signal,
      now: server.now,
      ...rest,
    },
    patch,
  )
}

const file = (size: number, name = 'a.pdf') => ({ name, size, type: 'application/pdf', content: new Blob([new Uint8Array(size).fill(7)]) })

it('names a large file by its hash once it is there, and leaves a small one in the form', async () => {
  const server = createServer()
  const [large, small, percents] = [file(3_000_000), file(stagedFrom - 1), [] as number[]]
  const staged = await stage(server, { large, small, note: 'x' }, { onProgress: (percent) => percents.push(percent) })
  expect(staged).toEqual({
    kind: 'staged',
    patch: { large: { staged: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'a.pdf' }, small, note: 'x' },
  })
  expect(server.sent()).toBe(3_000_000)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect([percents[0], percents.at(-1)]).toEqual([0, 100])
  await stage(server, { large: file(3_000_000, 'again.pdf') })
  expect(server.sent(), 'the same content is not sent twice').toBe(3_000_000)
})

it('goes on where it was cut', async () => {
  let cut = true
  const server = createServer((request, url) => {
    if (!cut || !(request.body instanceof Blob) || Number(url.searchParams.get('offset')) < 5_000_000) return null
    throw new DOMException('cut', 'NetworkError')
  })
  await expect(stage(server, { file: file(20_000_000) })).rejects.toThrow('cut')
  cut = false
  expect(await stage(server, { file: file(20_000_000) })).toMatchObject({ kind: 'staged' })
  expect(server.sent()).toBeLessThan(25_000_000)
})

it('tells what an answer means for the row', async () => {
  const says = (said: HttpResponse) =>
    stage(
      createServer(() => said),
      { file: file(1_000_000) },
    )
  expect(await says(problem(413))).toMatchObject({ kind: 'parked', reason: 'tooLarge', decided: false })
  expect(await says(problem(401))).toMatchObject({ kind: 'hold', why: 'auth' })
  expect(await says(problem(503))).toMatchObject({ kind: 'retry' })
  expect(await says(problem(422, { digest: { code: 'checksum', message: 'No.' } }))).toMatchObject({ kind: 'retry' })
  expect(await says(respond(200, '<html>Sign in to the hotel</html>'))).toMatchObject({ kind: 'retry' })
  expect(await says(respond(200, { received: 0, complete: false })), 'a server that forgets does not keep the drain busy').toMatchObject({
    kind: 'retry',
  })
})

it('leaves the file in the form where a deployment has no staging', async () => {
  const large = file(1_000_000)
  expect(
    await stage(
      createServer(() => problem(404)),
      { large },
    ),
  ).toEqual({ kind: 'staged', patch: { large } })
})

it('stops between pieces when another drain took over', async () => {
  const taken = controller()
  const server = createServer(() => {
    taken.abort()
    return null
  })
  await expect(stage(server, { file: file(5_000_000) }, { signal: taken.signal })).rejects.toThrow('Displaced')
  expect(server.sent()).toBe(0)
})

describe('pieces', () => {
  /** Offsets of the pieces of a file, each of which takes so many milliseconds. */
  async function offsets(size: number, took: (at: number) => number) {
    const sent: number[] = []
    let clock = 0
    let received = 0
    const send = async (request: WireRequest) => {
      if (request.body instanceof Blob) {
        sent.push(received)
        clock += took(sent.length)
        received += request.body.size
      }
      return respond(200, { received, complete: received === size })
    }
    await stage({ ...createServer(), send, now: () => clock }, { file: file(size) })
    return sent
  }

  it('are twice as large behind a quick one, up to the largest that the server takes', async () => {
    expect(await offsets(1_800_000, () => 1_499)).toEqual([0, 256_000, 768_000, 1_792_000])
    const sent = await offsets(40_000_000, () => 0)
    expect(Math.max(...sent.slice(1).map((at, index) => at - (sent[index] ?? 0)))).toBe(maxPieceBytes)
  })

  it('keep their size, and are halved behind a slow one, down to 64 kB', async () => {
    expect(await offsets(600_000, () => 1_500)).toEqual([0, 256_000, 512_000])
    expect(await offsets(600_000, () => 6_000)).toEqual([0, 256_000, 512_000])
    expect(await offsets(600_000, () => 6_001)).toEqual([0, 256_000, 384_000, 448_000, 512_000, 576_000])
  })

  it('tell percents of all files of the row while they are under way', async () => {
    const server = createServer()
    const percents: number[] = []
    const send: StagingParts['send'] = (request, onProgress) => {
      if (request.body instanceof Blob) onProgress?.(50)
      return server.send(request)
    }
    const other = { ...file(512_000), content: new Blob([new Uint8Array(512_000).fill(9)]) }
    await stage({ ...server, now: () => 0 }, { one: file(512_000), other }, { send, onProgress: (percent) => void percents.push(percent) })
    expect(percents).toEqual([0, 12, 25, 37, 50, 50, 62, 75, 87, 100])
  })

  it('go on though the server lost some, three times in a row at most', async () => {
    const losing = (times: number) => {
      let left = times
      return createServer((request) => (request.body instanceof Blob && left-- > 0 ? respond(200, { received: 0, complete: false }) : null))
    }
    expect(await stage(losing(3), { file: file(500_000) })).toMatchObject({ kind: 'staged' })
    const server = losing(4)
    expect(await stage(server, { file: file(500_000) })).toEqual({
      ...{ kind: 'retry', afterMs: null },
      error: { status: 0, code: 'unknown', message: '' },
    })
  })
})

it('takes only a state of the file for one', async () => {
  const says = (status: number, body: unknown) =>
    stage(
      createServer(() => respond(status, body)),
      { file: file(500_000) },
    )
  for (const body of [{ received: '5', complete: true }, { received: 5 }, { complete: true }, null]) {
    expect(await says(200, body)).toMatchObject({ kind: 'retry' })
  }
  expect(await says(300, { received: 500_000, complete: true })).toMatchObject({ kind: 'retry' })
  expect(await says(199, { received: 500_000, complete: true })).toMatchObject({ kind: 'retry' })
  expect(await says(422, { code: 'x', message: 'No.', fields: { size: { code: 'max', message: 'No.' } } })).toMatchObject({
    reason: 'rejected',
  })
})

it('stages files of forms alone, of so many bytes or more, where there is hashing', async () => {
  const patch = { file: file(stagedFrom) }
  expect(await stage(createServer(), patch)).not.toEqual({ kind: 'staged', patch })
  expect(await stage(createServer(), patch, { call: { encoding: 'json' } })).toEqual({ kind: 'staged', patch })
  vi.stubGlobal('isSecureContext', false)
  expect(await stage(createServer(), patch)).toEqual({ kind: 'staged', patch })
  vi.unstubAllGlobals()
  const old = createServer(() => problem(405))
  expect(await stage(old, patch)).toEqual({ kind: 'staged', patch })
})

it('asks again while the server checks the whole of a large file', async () => {
  let questions = 0
  const server = createServer(() => {
    questions += 1
    return respond(200, { received: 3_000_000, complete: questions > 3 })
  })
  const staged = await stage(server, { large: file(3_000_000) }, { pause: async () => undefined })
  expect(staged).toMatchObject({ kind: 'staged', patch: { large: { name: 'a.pdf' } } })
  expect([questions, server.sent()]).toEqual([4, 0])
})
